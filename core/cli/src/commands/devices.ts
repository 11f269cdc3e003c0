import { CommandError, type Command } from '../command.ts'
import { findDevice, type DeviceRow } from '../device-ref.ts'

const columns = {
  ID: (row: DeviceRow) => row.id,
  IP: (row: DeviceRow) => row.ip,
  Name: (row: DeviceRow) => row.name,
  Vendor: (row: DeviceRow) => row.model?.vendor,
  Model: (row: DeviceRow) => row.model?.name,
}

const list: Command = {
  name: 'device:list',
  summary: 'Devices of the inventory',
  options: { '-q, --query <text>': 'only those whose name, address or description holds this text' },
  async run(tools, _args, { query }) {
    const { data } = await tools.api('GET', '/device', {
      query: { limit: 100_000, ...(query ? { query } : {}) },
    })
    tools.print(data, columns)
  },
}

interface Access {
  id: number
  name: string
}

/** An access profile by id or name; without either, the only one there is. */
async function pickAccess(tools: Parameters<Command['run']>[0], ref: string | undefined): Promise<Access> {
  const profiles = (await tools.api('GET', '/device-access', { query: { limit: 100_000 } })).data as Access[]
  const found = ref
    ? profiles.find(profile => profile.name === ref || String(profile.id) === ref)
    : profiles.length === 1
      ? profiles[0]
      : undefined
  if (found) return found
  const known = profiles.map(profile => `${profile.id} ${profile.name}`).join(', ') || 'none yet'
  throw new CommandError(
    ref
      ? `no access profile is "${ref}"; there are: ${known}`
      : `say which access profile to use with --access or --community; there are: ${known}`,
  )
}

const add: Command = {
  name: 'device:add',
  summary: 'Adds a device; without --model it is asked what it is',
  args: { '<ip>': 'address of the device' },
  options: {
    '-n, --name <name>': "name; the device's own sysName unless given",
    '-a, --access <profile>': 'access profile, by id or name',
    '-c, --community <community>': 'read community: a profile with it is made where there is none',
    '-m, --model <key>': 'model key; detected unless given',
    '-g, --group <id>': 'device group',
  },
  async run(tools, [ip], options) {
    const access = options.community
      ? ((
          await tools.api('POST', '/device-access', {
            body: { name: `snmp ${ip}`, public_community: options.community },
          })
        ).data as Access)
      : await pickAccess(tools, options.access as string | undefined)
    const detected = options.model
      ? null
      : ((await tools.api('POST', '/device-detect', { body: { ip, access_id: access.id } })).data as {
          model: { id: number; key: string } | null
          name: string | null
        })
    const models = options.model
      ? ((await tools.api('GET', '/device-model', { query: { limit: 100_000 } })).data as {
          id: number
          key: string
        }[])
      : []
    const model = options.model
      ? models.find(row => row.key === String(options.model).toLowerCase())
      : detected?.model
    if (!model)
      throw new CommandError(
        options.model
          ? `no model has the key "${String(options.model)}"`
          : `no driver knows the device at ${ip}`,
      )
    const { data } = await tools.api('POST', '/device', {
      body: {
        ip,
        name: options.name ?? detected?.name ?? ip,
        access_id: access.id,
        model_id: model.id,
        ...(options.group ? { group_id: Number(options.group) } : {}),
      },
    })
    tools.print(data, columns)
  },
}

const remove: Command = {
  name: 'device:delete',
  summary: 'Removes a device with its interfaces and history',
  args: { '<device>': 'id or address' },
  async run(tools, [ref]) {
    const device = await findDevice(tools, ref as string)
    await tools.api('DELETE', `/device/${device.id}`)
    tools.say(`removed ${device.ip} ${device.name}`)
  },
}

export const deviceCommands = [list, add, remove]
