"""Common words of titles, written by ``benchmarks/word_bits.py --write``.

Counted in 697142 titles of articles and papers (computer science, mathematics, physics, linguistics, medicine).
"""

from __future__ import annotations

RAREST = 10
"""Bits of every word that is not in the table."""

WORDS: dict[int, str] = {
    2: """\
a and for in of
""",
    3: """\
learning on the with
""",
    4: """\
based networks to using
""",
    5: """\
an analysis approach by data deep detection from language model models multi network neural systems time via
""",
    6: """\
2 3d adaptive algorithm as at aware bayesian classification control design domain dynamic efficient estimation
framework generation graph graphs groups high human image information knowledge large linear machine method modeling
non object online optimal optimization prediction recognition robot robust scale search self semantic social speech
study supervized system task text theory through toward training translation visual
""",
    7: """\
3 active adaptation adversarial algorithms application applications approximation are attention automatic between case
clustering communication complex complexity computing context convolutional corpus cross dataset dialog diffusion
dimensional distributed distribution driven dynamics effects embedding embeddings energy evaluation event extraction
fast feature features finite flow free functions games gaussian generalized generative group hierarchical how hybrid
identification images improving inference interaction is its joint k level local localization low matching matrix
memory methods mobile motion multiple natural new one open order over parallel parsing performance planning point
power probabilistic problem problems process processes processing quantum question random real regression
reinforcement representation representations resolution retrieval sampling segmentation selection semi shot simple
single space spaces sparse spatial spectral state statistical stochastic structure temporal tracking transfer type
under understanding unsupervized user video view web word
""",
    8: """\
1 4 abstract accurate acoustic action activity agent algebraic algebras alignment all annotation answering approximate
architecture assessment attacks audio augmentation automated autonomous behavior beyond bias binary bounds brain
building can categories causal cell channel chinese class cloud co code coding collaborative community comparison
compression computation computational computer conditional constrained constraints construction content continuous
contrastive convergence convex correlation cost de decision decomposition dense density dependency dependent depth
detecting development differential discovery discrete distance distributions do document dual edge effect effective
emotion empirical end english enhanced entity entropy environment environments equations error estimating evaluating
evolution exploiting exploration exploring extended face feedback few field fields filtering finding fine first
frequency function functional fusion game general generalization generating geometric geometry global gradient guided
heterogeneous higher i impact implicit improved independent influence interactions interactive into invariant inverse
kernel label languages latent lexical lingual linguistic logic long loss management manifolds manipulation map mapping
maps markov matrices maximum measures mechanism media meta metric mining mixed modal multilingual multimodal n
navigation news noise noisy nonlinear not novel number objects operators or oriented parameter part partial path
patterns perspective phase physical physics policy polynomial pose pre predicting predictive preserving privacy
product programming propagation properties protein quality query rank ranking rate reasoning recommendation
reconstruction recurrent reduction regularization relation relations research resource response results review risk
robotic robots robustness role sample scalable scaling scene security semantics semeval sensing sensor sentence
sentiment sequence sequential series set sets shape shared short signal similarity simulation size small software
solving some source speaker specific stability stable strategies structural structured structures summarization
support surface survey synthesis target tasks techniques tensor term test testing that their theorem tool topic
topological trajectory transformer tree trees uncertainty unified universal use value variable variational vector
verification virtual vision vs weighted what when wireless without world zero
""",
    9: """\
0 2d 5 6 about access accuracy acquisition across actions ad aerial against agents aggregation ai algebra algorithmic
allocation among analytics analyzing anomaly answer approaches arabic arbitrary architectures artificial aspect asr
assembly assisted association asymptotic asynchronous attack attribute augmented automata bandits base be benchmark
bert best better big bilingual biological biomedical black blind block body book boolean boosting bound boundary
bounded box c calculus calibration camera cancer carlo category cells cellular chain challenge challenges change
character characterization checking choice classes classical classifiers clinical closed cluster cnn codes cognitive
cohomology collective combinatorial combining common communications communities compact comparative comparing complete
completion component compositional comprehension concept conditions confidence conjecture connected connectivity
consensus consistency consistent constant constraint contact contextual controled conversational cooperative core
corpora correction counting coupled covariance coverage critical curves d database datasets decentralized decoding
degree delay denoizing des descent description designing deterministic device devices dictionary different
differentiable digital dimension dimensions direct directed disambiguation discourse discriminative disease
distilation diverse diversity dna documents does domains double driving during dynamical e early editing efficiency
element embedded encoding engineering enhancement enhancing ensemble equation equilibrium equivalence equivariant
errors estimators et events evidence evolutionary exact examples expansion experience experimental experiments
explicit exponential expression expressions extension extensions extracting extreme facial factor factorization
factors fair fairness faster federated filter financial fixed flexible flows force forecasting form formal formation
frame french full fully future gap gene generated generic genetic grained grammar grammars graphical grid growth hand
hard head health hidden homology homotopy hyperbolic identifying imaging implementation importance improve incremental
index induced induction infinite input inspired instance integrated integrating integration intelligent interface
internet interpretable interpretation investigating investigation it iterative japanese kernels key la labeling labels
lattice law layer learn learned least length leveraging lexicon lie life light like likelihood limit limited limits
line link locally location log loop lower machines magnetic making manifold many market markets massive mathematical
maximization mean means measure measurement measurements measuring mechanisms medical metrics micro mimo minimal
minimization minimum mixture modular molecular monitoring monocular monte more morphological moving mt multivariate
music mutual named near negative net nlp no node nonparametric normal normalization note numbers numerical objective
off operator opinion optical optimizing orthogonal out output p parameters parametric partially particle paths pattern
people perception periodic person personalized phrase planar plane platform points policies population position
positive post potential pour practical precision presence price pricing prior priors private probability production
products program programs project projection proof property protocol pseudo public q quadratic quantitative
quantization quasi queries questions r radio randomized range rates re reading reality recommender recovery recursive
reference refinement region regular regularized related relational relative report residual resources revisited
routing rule rules safe safety scheduling scheme schemes science scientific second secure sense sensitive separation
sequences service services sharing shift signals simulations simultaneous slam smart smooth soft solution solutions
sound sources spatio spectrum speed spoken squares stage states stationary statistics step stereo storage strategy
streaming strong student studies style sub subgroups subspace sum super supervision surfaces switching symbolic
symmetric synchronization syntactic synthetic t tagging technique technology tests texts textual theoretic theoretical
tools top topology traffic trained transform transformation transformers transition transmission transport treatment
tuning twitter types uniform unit unknown up urban users validation variables variance variation varying vehicle
vehicles version videos visualization voice volume wave way we weak weakly weight why within words workshop you your
""",
}
"""Bits, rounded, -> the words that have them; n bits: one of 2**n titles has the word."""
