import type { Command } from '@linecard/plugin-kit'
import type { Macros } from '../setup.ts'
import { convert, exporting, importing, lint } from './files.ts'
import { preview, run } from './run.ts'

/** `linecard macros:<name>`. */
export const commands: Readonly<Record<string, Command<Macros>>> = {
  lint,
  preview,
  run,
  export: exporting,
  import: importing,
  convert,
}
