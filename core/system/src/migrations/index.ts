import { actions } from './0001-actions.ts'
import { intents } from './0002-intents.ts'
import { ends } from './0003-ends.ts'

export const migrations = [actions, intents, ends]
