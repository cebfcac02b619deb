/** The reason why the server cannot start, in sentences for the operator. It is printed without a stack trace. */
export class StartupError extends Error {}
