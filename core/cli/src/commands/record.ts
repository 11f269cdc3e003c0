import { basename, dirname, resolve } from 'node:path'
import { SnmpType, type SnmpContext, type Varbind } from '@linecard/driver-kit'
import { draftOf, type Draft, type Recorded } from '@linecard/driver-kit/drafts'
import { snmpAccess, snmpOptions } from '../access.ts'
import { CommandError, type CliCommand, type Tools } from '../command.ts'
import { bentBy, bentText } from '../record/bent.ts'
import { writeFolder } from '../record/folder.ts'
import { createScrubber } from '../record/scrub.ts'
import { defaultSubtrees } from '../record/subtrees.ts'
import { walk } from '../record/walk.ts'

const typeNames = Object.fromEntries(Object.entries(SnmpType).map(([name, tag]) => [tag, name]))

/** A value for people: text if it is printable, otherwise hex. */
function valueText({ value }: Varbind): string {
  if (!Buffer.isBuffer(value)) return String(value)
  const text = value.toString('utf8')
  return /^[\P{C}\s]*$/u.test(text) ? text : value.toString('hex').replace(/(..)(?=.)/g, '$1 ')
}

function oidOf(given: string): string {
  const oid = given.replace(/^\./, '')
  if (!/^[0-2](\.\d+)+$/.test(oid))
    throw new CommandError(`"${given}" is not an OID: write numbers with dots, e.g. 1.3.6.1.2.1.1`)
  return oid
}

const snmpwalk: CliCommand = {
  name: 'snmpwalk',
  summary: 'Shows all values of a device below an OID',
  args: { '<ip>': 'address', '[oid]': 'where to start (default: 1.3.6.1.2.1)' },
  options: snmpOptions,
  async run(tools, [ip, oid = '1.3.6.1.2.1'], options) {
    const base = oidOf(oid as string)
    const { varbinds, missing } = await walk(ip as string, await snmpAccess(tools, options), [base])
    tools.print(
      varbinds.map(varbind => ({
        oid: varbind.oid,
        type: typeNames[varbind.type] ?? varbind.type,
        value: valueText(varbind),
      })),
    )
    for (const gap of missing) tools.remark(`missing: ${JSON.stringify(gap)}`)
  },
}

/** `vlan-301` is the context of SNMPv3, and `@301` the end of the community in v1 and v2c. */
const contextOf = (name: string): SnmpContext => ({ name, suffix: `@${/\d*$/.exec(name)![0] || name}` })

/** The folder of a recording and its model: `…/<model>/<firmware>`. */
function placeOf(given: unknown, model: unknown): { dir: string; model: string } {
  if (!given) throw new CommandError('name the folder with --dir, e.g. --dir recordings/acme_a24/1.6.0')
  const dir = resolve(String(given))
  const outer = basename(dirname(dir))
  if (!/^(?!recordings$)[a-z\d]+(_[a-z\d]+)*$/.test(outer) || (model !== undefined && model !== outer))
    throw new CommandError(
      'the folder must be <model>/<firmware> with the key of the model, ' +
        `e.g. recordings/${String(model ?? 'acme_a24')}/1.6.0`,
    )
  return { dir, model: outer }
}

/**
 * Runs the modules of the model on the recording. Null if no driver of this installation has the model.
 * @throws CommandError if scrubbing has changed more of an answer than the texts that it replaces
 */
async function draft(tools: Tools, raw: Recorded, scrubbed: Recorded): Promise<Draft | null> {
  const { model } = scrubbed.device
  const drivers = (await tools.kernel()).drivers()
  const driver = drivers.find(one => one.models.some(({ key }) => key === model))
  if (driver) {
    const made = await draftOf(driver, scrubbed)
    const bent = bentBy(await draftOf(driver, raw, ({ kind }) => kind === 'read'), made)
    if (bent.length === 0) return made
    throw new CommandError(
      'without its texts the recording would not be that of this device; nothing was written. ' +
        `Keep the texts of these columns with --keep:\n${bent.map(bentText).join('\n')}`,
    )
  }
  tools.remark(`no driver of this installation has the model ${model}: device.json has no arguments yet`)
  return null
}

const record: CliCommand = {
  name: 'record',
  summary: 'Writes a recording of a device for tests, without names, serials and addresses',
  args: { '<ip>': 'address', '[oids...]': 'subtrees to record (default: all that drivers read)' },
  options: {
    ...snmpOptions,
    '-d, --dir <folder>': 'folder to write: recordings/<model>/<firmware>',
    '-m, --model <key>': 'model that the detection must find (default: the outer folder)',
    '--context <name...>': 'also these SNMP contexts, e.g. vlan-301 (in v1 and v2c the community with @301)',
    '--expected': 'also writes expected.json: read it, it has the answers of the driver',
    '--keep <oid...>': 'subtrees whose texts are kept',
    '--salt <text>': 'the same salt gives the same replaced addresses in several recordings',
  },
  async run(tools, [ip, oids], options) {
    const { dir, model } = placeOf(options['dir'], options['model'])
    const given = ((oids as string[] | undefined) ?? []).map(oidOf)
    const subtrees = given.length > 0 ? given : defaultSubtrees
    const access = await snmpAccess(tools, options)
    const keep = ((options['keep'] as unknown as string[] | undefined) ?? []).map(oidOf)
    const { scrub } = createScrubber(String(options['salt'] ?? crypto.randomUUID()), keep)
    const walked = async (context?: SnmpContext): Promise<Varbind[]> => {
      const { varbinds, missing } = await walk(ip as string, access, subtrees, context)
      if (missing.length > 0)
        throw new CommandError(
          `the device did not answer completely, nothing was written: ${JSON.stringify(missing)}`,
        )
      return varbinds
    }
    const raw = { varbinds: await walked(), contexts: new Map<string, Varbind[]>() }
    for (const name of (options['context'] as unknown as string[] | undefined) ?? [])
      raw.contexts.set(name, await walked(contextOf(name)))
    const varbinds = raw.varbinds.map(scrub)
    const contexts = new Map([...raw.contexts].map(([name, view]) => [name, view.map(scrub)]))
    const recordedAt = new Date().toISOString()
    const about = { model, source: 'linecard record', scrubbed: true, recorded_at: recordedAt } as const
    const device = { ...about, walked: [...subtrees] }
    const made = await draft(tools, { device, ...raw }, { device, varbinds, contexts })
    const expected = options['expected'] === true
    await writeFolder(dir, { device, varbinds, contexts, draft: made, expected })
    tools.remark(`wrote ${varbinds.length} values to ${dir}; read them before you publish them`)
    if (made) tools.remark(`${made.golden.size} modules run on it, ${made.failed.size} do not`)
    for (const [module, why] of made?.failed ?? []) tools.remark(`  ${module}: ${why}`)
  },
}

export const recordCommands = [snmpwalk, record]
