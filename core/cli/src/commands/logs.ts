import { CommandError, type CliCommand, type Tools } from '../command.ts'

interface ActionRow {
  id: number
  created_at: string
  action: string
  status: string
  user: { id: number | null; login: string | null } | null
  device: { id: number } | null
  ip: string | null
  message: string
}

const columns = {
  Time: (row: ActionRow) => row.created_at,
  User: (row: ActionRow) => row.user?.login,
  Action: (row: ActionRow) => row.action,
  Device: (row: ActionRow) => row.device?.id,
  Status: (row: ActionRow) => row.status,
  Address: (row: ActionRow) => row.ip,
  Message: (row: ActionRow) => row.message,
}

function parseNumber(text: unknown, name: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new CommandError(`${name} must be a whole number from ${min} to ${max}, not "${String(text)}"`)
  return value
}

function parseTime(text: unknown): string {
  const date = new Date(String(text))
  if (Number.isNaN(date.getTime()))
    throw new CommandError(`"${String(text)}" is not a time; write it as 2026-03-01 or 2026-03-01T12:00:00Z`)
  return date.toISOString()
}

const list: CliCommand = {
  name: 'logs:list',
  summary: 'Shows who did what, newest first',
  options: {
    '-a, --action <names>': 'only these actions, separated by commas, e.g. device:added',
    '-u, --user <user>': 'only actions of this user (id or login)',
    '-d, --device <id>': 'only actions on this device',
    '-s, --status <status>': 'SUCCESS, FAILED, STARTED, UNKNOWN, DONE or NOT_DONE',
    '-q, --query <text>': 'part of the action, the message, a login, an address or an error code',
    '--since <time>': 'earliest time',
    '--until <time>': 'latest time',
    '-n, --limit <rows>': 'maximum number of rows (default 100)',
  },
  async run(tools, _args, { action, user, device, status, query, since, until, limit }) {
    const { data } = await tools.api('POST', '/logs/actions', {
      body: {
        limit: limit === undefined ? 100 : parseNumber(limit, 'the limit', { min: 1, max: 10_000 }),
        ...(action
          ? {
              actions: String(action)
                .split(',')
                .map(name => name.trim()),
            }
          : {}),
        ...(user ? { users: [/^-?\d+$/.test(String(user)) ? Number(user) : String(user)] } : {}),
        ...(device ? { device_id: parseNumber(device, 'the device', { min: 1, max: 2_147_483_647 }) } : {}),
        ...(status ? { status: String(status).toUpperCase() } : {}),
        ...(query ? { query } : {}),
        ...(since ? { start: parseTime(since) } : {}),
        ...(until ? { stop: parseTime(until) } : {}),
      },
    })
    tools.print(data, columns)
  },
}

/** Logs that can be cleared. Each function deletes rows older than `days`; null: as the settings say. */
const logs: Readonly<Record<string, (tools: Tools, days: number | null) => Promise<number>>> = {
  actions: async (tools, days) => (await tools.use('action-log')).clear(days),
  'switcher-core': async (tools, days) => (await tools.use('call-log')).clear(days),
}

const clear: CliCommand = {
  name: 'logs:clear',
  records: 'system-logs:cleared',
  summary: 'Removes old entries of a log; the action log keeps a record of this',
  args: { '<log>': Object.keys(logs).join(' or '), '[days]': 'age in days; by default as the settings say' },
  async run(tools, [name, given]) {
    const remove = Object.hasOwn(logs, name as string) ? logs[name as string] : undefined
    if (!remove)
      throw new CommandError(
        `there is no log "${String(name)}"; the logs are ${Object.keys(logs).join(', ')}`,
      )
    const days = given === undefined ? null : parseNumber(given, 'the days', { min: 0, max: 36_500 })
    tools.remark(`removed ${await remove(tools, days)} entries`)
  },
}

export const logCommands = [list, clear]
