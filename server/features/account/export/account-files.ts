import type { AccountFile } from './account-file.ts'
import { contactFiles } from './contact-files.ts'
import { ownFiles } from './own-files.ts'
import { signInFiles } from './sign-in-files.ts'

/** The files of an account's data. */
export const accountFiles: readonly AccountFile[] = [...ownFiles, ...contactFiles, ...signInFiles]
