"""Which contradictions an explanation needs, and in which order.

The modules of this package are the readable version of `engine/kernel/plan/`, module by module, and
serve where there is no kernel. Both make the same plans.
"""
