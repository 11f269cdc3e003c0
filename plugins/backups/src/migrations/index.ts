import { versions } from './0001-versions.ts'
import { lines } from './0002-lines.ts'
import { git } from './0003-git.ts'
import { compliance } from './0004-compliance.ts'

export const migrations = [versions, lines, git, compliance]
