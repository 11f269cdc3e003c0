import { templateGroups, templateTables } from '@linecard/template-kit/control'
import { runs } from './0002-runs.ts'

export const migrations = [templateTables('macros'), runs, templateGroups('macros', '0003_groups')]
