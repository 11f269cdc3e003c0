import { templateGroups, templateTables } from '@linecard/template-kit/control'
import { runs } from './0002-runs.ts'
import { batches } from './0003-batches.ts'

export const migrations = [
  templateTables('onts-registration'),
  runs,
  batches,
  templateGroups('onts-registration', '0004_groups'),
]
