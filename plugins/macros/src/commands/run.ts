import { CommandError, type Command, type CommandTools } from '@linecard/plugin-kit'
import { jsonOf, previewOptions, printPreview } from '@linecard/template-kit/commands'
import type { Macros } from '../setup.ts'
import type { Run } from '../schemas.ts'
import { kind } from './kind.ts'

const place = {
  '--device <device>': 'id or address of a device',
  '--interface <interface>': 'id, bind key or name of a port or ONU',
  ...previewOptions,
}
type Options = Readonly<Record<string, string | boolean | undefined>>

async function deviceId(tools: CommandTools, word: string): Promise<number> {
  const { data } = await tools.api('GET', `/device/${encodeURIComponent(word)}`)
  return (data as { id: number }).id
}

/** Members `device` and `interface` of a body. */
async function placeOf(tools: CommandTools, options: Options) {
  const { device, interface: at } = options
  return {
    ...(device === undefined ? {} : { device: { id: await deviceId(tools, String(device)) } }),
    ...(at === undefined ? {} : { interface: { id: String(at) } }),
  }
}

/** `macros:preview`. */
export const preview: Command<Macros> = {
  summary: 'Shows the commands of a macro in a folder; no device is touched',
  args: { '<folder>': 'has macro.json and template.hbs' },
  options: { ...place, '--variables <json>': 'in place of those of the device' },
  async run(_, tools, [folder], options) {
    await printPreview(kind, tools, String(folder), options, await placeOf(tools, options))
  },
}

/** A stored macro by id or name. */
async function macroId(tools: CommandTools, word: string): Promise<number> {
  if (/^\d+$/.test(word)) return Number(word)
  const { data } = await tools.api('GET', '/component/macros-control', { query: { query: word } })
  const found = (data as { id: number; name: string }[]).find(({ name }) => name === word)
  if (!found) throw new CommandError(`There is no macro "${word}"`)
  return found.id
}

/** `macros:run`. */
export const run: Command<Macros> = {
  summary: 'Runs a stored macro on a device',
  args: { '<macro>': 'its id or name' },
  options: place,
  async run(_, tools, [word], options) {
    if (options['device'] === undefined) throw new CommandError('Name the device: --device <id or address>')
    const { data } = await tools.api('POST', '/component/macros/execute', {
      body: {
        macros: { id: await macroId(tools, String(word)) },
        ...(await placeOf(tools, options)),
        params: jsonOf(options['params'], '--params'),
      },
    })
    const { id, status, commands } = data as Run
    tools.remark(`run ${id}: ${status}`)
    tools.print(commands, {
      Command: (row: Run['commands'][number]) => row.command,
      Result: (row: Run['commands'][number]) => (row.success ? 'ok' : row.error),
      Output: (row: Run['commands'][number]) => row.output,
    })
  },
}
