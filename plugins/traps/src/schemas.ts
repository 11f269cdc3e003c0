import { LineView, NameView, SourceView } from './shown/others.ts'
import { TrapView } from './shown/traps.ts'

export { LineView, NameView, SourceView } from './shown/others.ts'
export { LogMeta, TrapView } from './shown/traps.ts'

export const schemas = [TrapView, LineView, NameView, SourceView]
