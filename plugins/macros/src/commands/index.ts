import type { Command } from '@linecard/plugin-kit'
import { fileCommands } from '@linecard/template-kit/commands'
import type { Macros } from '../setup.ts'
import { kind } from './kind.ts'
import { preview, run } from './run.ts'

/** `linecard macros:<name>`. */
export const commands: Readonly<Record<string, Command<Macros>>> = { ...fileCommands(kind), preview, run }
