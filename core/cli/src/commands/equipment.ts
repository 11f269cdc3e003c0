import { snmpAccess, snmpOptions } from '../access.ts'
import type { CliCommand } from '../command.ts'
import { findDevice } from '../device-ref.ts'
import { namedValues } from '../named-values.ts'

interface Meta {
  source: string
  age_sec: number
  spent_ms: number
  error: { description: string } | null
  missing: unknown[]
}

const call: CliCommand = {
  name: 'call',
  summary: 'Runs one module on a device and prints its answer',
  args: {
    '<device>': 'id or address',
    '<module>': 'name of the module, see `linecard modules`',
    '[args...]': 'arguments as name=value',
  },
  options: { '-s, --from <source>': 'device, cache or store (default device)' },
  async run(tools, [ref, module, args], { from = 'device' }) {
    const device = await findDevice(tools, ref as string)
    const { data, meta } = await tools.api(
      'GET',
      `/switcher-core/${String(from)}/${String(module)}/${device.id}`,
      { query: namedValues((args ?? []) as string[]) },
    )
    tools.print(data)
    const about = (meta as Record<string, Meta> | null)?.[module as string]
    if (!about) return
    const source =
      about.source === 'device'
        ? `${device.ip} answered in ${about.spent_ms} ms`
        : `stored ${about.age_sec} s ago`
    tools.remark(about.error ? `${source}; ${about.error.description}` : source)
    for (const missing of about.missing) tools.remark(`missing: ${JSON.stringify(missing)}`)
  },
}

const modules: CliCommand = {
  name: 'modules',
  summary: 'Lists the modules that a device supports',
  args: { '<device>': 'id or address' },
  async run(tools, [ref]) {
    const device = await findDevice(tools, ref as string)
    const { data } = await tools.api('GET', `/switcher-core/${device.id}/modules`, {
      query: { detailed: true },
    })
    tools.print(data, {
      Module: (row: { name: string }) => row.name,
      Kind: (row: { kind: string }) => row.kind,
      Summary: (row: { summary: string }) => row.summary,
    })
  },
}

const detect: CliCommand = {
  name: 'detect',
  summary: 'Detects the model of the device at an address',
  args: { '<ip>': 'address' },
  options: snmpOptions,
  async run(tools, [ip], options) {
    if (options['access']) {
      const body = { ip, access_id: Number(options['access']) }
      tools.print((await tools.api('POST', '/device-detect', { body })).data)
      return
    }
    const equipment = await tools.use('equipment')
    tools.print(
      await equipment.detect({
        deviceId: null,
        ip: ip as string,
        modelKey: null,
        snmp: await snmpAccess(tools, options),
      }),
    )
  },
}

export const equipmentCommands = [call, modules, detect]
