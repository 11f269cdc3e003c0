export { fileCommands } from './files.ts'
export type { CommandKind } from './kind.ts'
export { jsonOf, previewOptions, printPreview } from './preview.ts'
