import { CommandError, type CliCommand } from '../command.ts'
import { findDevice, type DeviceRow } from '../device-ref.ts'

const columns = {
  ID: (row: DeviceRow) => row.id,
  IP: (row: DeviceRow) => row.ip,
  Name: (row: DeviceRow) => row.name,
  Vendor: (row: DeviceRow) => row.model?.vendor,
  Model: (row: DeviceRow) => row.model?.name,
}

const list: CliCommand = {
  name: 'device:list',
  summary: 'Lists the devices of the inventory',
  options: { '-q, --query <text>': 'only devices with this text in name, address or description' },
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

/** Finds an access profile by id or name. Without `ref` it takes the only one. */
async function findAccess(tools: Parameters<CliCommand['run']>[0], ref: string | undefined): Promise<Access> {
  const profiles = (await tools.api('GET', '/device-access', { query: { limit: 100_000 } })).data as Access[]
  const found = ref
    ? profiles.find(profile => profile.name === ref || String(profile.id) === ref)
    : profiles.length === 1
      ? profiles[0]
      : undefined
  if (found) return found
  const known = profiles.map(profile => `${profile.id} ${profile.name}`).join(', ') || 'none'
  throw new CommandError(
    ref
      ? `there is no access profile "${ref}"; the profiles are: ${known}`
      : `name an access profile with --access, or use --community; the profiles are: ${known}`,
  )
}

const add: CliCommand = {
  name: 'device:add',
  summary: 'Adds a device; without --model it detects the model',
  args: { '<ip>': 'address of the device' },
  options: {
    '-n, --name <name>': 'name; by default the sysName of the device',
    '-a, --access <profile>': 'access profile, by id or name',
    '-c, --community <community>': 'read community; creates an access profile with it',
    '-m, --model <key>': 'model key; by default it is detected',
    '-g, --group <id>': 'device group',
  },
  async run(tools, [ip], options) {
    const access = options.community
      ? ((
          await tools.api('POST', '/device-access', {
            body: { name: `snmp ${ip}`, public_community: options.community },
          })
        ).data as Access)
      : await findAccess(tools, options.access as string | undefined)
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

const remove: CliCommand = {
  name: 'device:delete',
  summary: 'Removes a device with its interfaces and history',
  args: { '<device>': 'id or address' },
  async run(tools, [ref]) {
    const device = await findDevice(tools, ref as string)
    await tools.api('DELETE', `/device/${device.id}`)
    tools.remark(`removed ${device.ip} ${device.name}`)
  },
}

export const deviceCommands = [list, add, remove]
