import type { Command } from '@linecard/plugin-kit'
import { fileCommands, previewOptions, printPreview, type CommandKind } from '@linecard/template-kit/commands'
import { layout } from '../control/layout.ts'
import type { Registrations } from '../registrations.ts'

const kind: CommandKind = {
  noun: 'registration template',
  plural: 'registration templates',
  path: '/component/onts-registration-control',
  layout,
}

/** `onts-registration:preview`. */
const preview: Command<Registrations> = {
  summary: 'Shows the commands, the undo and the replacement of a template in a folder; no OLT is touched',
  args: { '<folder>': `has ${layout.json}, ${Object.values(layout.texts).join(', ')}` },
  options: {
    ...previewOptions,
    '--variables <json>': 'in place of those of the example: ont, free, iface, data …',
  },
  async run(_, tools, [folder], options) {
    await printPreview(kind, tools, String(folder), options)
  },
}

/** `linecard onts-registration:<name>`. */
export const commands: Readonly<Record<string, Command<Registrations>>> = { ...fileCommands(kind), preview }
