/** Why the product cannot start, as one sentence for the operator. It is printed alone, without a stack. */
export class StartupError extends Error {}
