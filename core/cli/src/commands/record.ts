import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { formatSnmprec, recordingOf } from '@linecard/driver-kit/recording'
import { openSnmp } from '@linecard/equipment/library'
import { CommandError, type CliCommand } from '../command.ts'
import { createScrubber } from '../record/scrub.ts'
import { snmpAccess } from './equipment.ts'

/** The default subtrees of a recording: the standard MIBs, LLDP, and all MIBs of vendors. */
const defaultSubtrees = ['1.3.6.1.2.1', '1.0.8802.1.1.2', '1.3.6.1.4.1']

const typeNames = Object.fromEntries(Object.entries(SnmpType).map(([name, tag]) => [tag, name]))

/** A value for people: text if it is printable, otherwise hex. */
function valueText({ value }: Varbind): string {
  if (!Buffer.isBuffer(value)) return String(value)
  const text = value.toString('utf8')
  return /^[\P{C}\s]*$/u.test(text) ? text : value.toString('hex').replace(/(..)(?=.)/g, '$1 ')
}

async function walk(
  ip: string,
  community: string,
  oids: readonly string[],
): Promise<{ varbinds: Varbind[]; missing: readonly unknown[] }> {
  const snmp = openSnmp({ ip, access: snmpAccess(community) })
  try {
    const { columns, missing } = await snmp.columns(oids)
    return { varbinds: columns.flatMap(column => [...column.values()]), missing }
  } finally {
    snmp.close()
  }
}

const snmpwalk: CliCommand = {
  name: 'snmpwalk',
  summary: 'Shows all values of a device below an OID',
  args: { '<ip>': 'address', '[oid]': 'where to start (default: 1.3.6.1.2.1)' },
  options: { '-c, --community <community>': 'read community (default public)' },
  async run(tools, [ip, oid = '1.3.6.1.2.1'], { community = 'public' }) {
    const base = (oid as string).replace(/^\./, '')
    if (!/^\d+(\.\d+)+$/.test(base))
      throw new CommandError(`"${String(oid)}" is not an OID: write numbers with dots, e.g. 1.3.6.1.2.1.1`)
    const { varbinds, missing } = await walk(ip as string, community as string, [base])
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

const record: CliCommand = {
  name: 'record',
  summary: 'Writes a recording of a device for tests, without names, serials and addresses',
  args: {
    '<ip>': 'address',
    '[oids...]': 'subtrees to record (default: standard MIBs, LLDP and MIBs of vendors)',
  },
  options: {
    '-c, --community <community>': 'read community (default public)',
    '-d, --dir <folder>': 'folder to write, e.g. recordings/<model>/<firmware>',
    '-m, --model <key>': 'model that the detection must find',
    '--keep <oid...>': 'subtrees whose texts are kept',
    '--salt <text>': 'the same salt gives the same replaced addresses in several recordings',
  },
  async run(tools, [ip, oids], { community = 'public', dir, model, keep, salt }) {
    if (!dir) throw new CommandError('name the folder with --dir, e.g. --dir recordings/acme_a24/1.6.0')
    const subtrees = (oids as string[] | undefined)?.length ? (oids as string[]) : defaultSubtrees
    const { varbinds, missing } = await walk(ip as string, community as string, subtrees)
    if (missing.length > 0)
      throw new CommandError(
        `the device did not answer completely, nothing was written: ${JSON.stringify(missing)}`,
      )
    const { scrub } = createScrubber(
      String(salt ?? crypto.randomUUID()),
      (keep as unknown as string[] | undefined) ?? [],
    )
    const about = { model: model ?? null, walked: subtrees, scrubbed: true, source: 'linecard record' }
    await mkdir(String(dir), { recursive: true })
    await writeFile(join(String(dir), 'snmp.snmprec'), formatSnmprec(recordingOf(varbinds.map(scrub))))
    await writeFile(join(String(dir), 'device.json'), `${JSON.stringify(about, null, 2)}\n`)
    tools.remark(`wrote ${varbinds.length} values to ${String(dir)}; read them before you publish them`)
  },
}

export const recordCommands = [snmpwalk, record]
