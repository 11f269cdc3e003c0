import type { CommandKind } from '@linecard/template-kit/commands'
import { layout } from '../control/layout.ts'

/** Macros for the common commands. */
export const kind: CommandKind = {
  noun: 'macro',
  plural: 'macros',
  path: '/component/macros-control',
  layout,
}
