/** The internal message about a file that the server can read and the library of the upload page cannot. */
export const ONLY_ON_SERVER = 'Only the server can read this'
