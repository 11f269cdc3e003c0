import { actions } from './0001-actions.ts'
import { intents } from './0002-intents.ts'

export const migrations = [actions, intents]
