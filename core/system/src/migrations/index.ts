import { actions } from './0001-actions.ts'

export const migrations = [actions]
