import { CommandError, type Command, type Tools } from '../command.ts'

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

function number(text: unknown, what: string, { least, most }: { least: number; most: number }): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new CommandError(`${what} must be a whole number from ${least} to ${most}, not "${String(text)}"`)
  return value
}

function time(text: unknown): string {
  const date = new Date(String(text))
  if (Number.isNaN(date.getTime()))
    throw new CommandError(`"${String(text)}" is no time; write it as 2026-03-01 or 2026-03-01T12:00:00Z`)
  return date.toISOString()
}

const list: Command = {
  name: 'logs:list',
  summary: 'Who did what, newest first',
  options: {
    '-a, --action <names>': 'only these actions, comma separated, e.g. device:added',
    '-u, --user <user>': 'only of this user, by id or login',
    '-d, --device <id>': 'only what was done to this device',
    '-s, --status <status>': 'SUCCESS or FAILED',
    '-q, --query <text>': 'part of the action, the message, a login, an address or an error code',
    '--since <time>': 'not before',
    '--until <time>': 'not after',
    '-n, --limit <rows>': 'rows at most; 100 unless given',
  },
  async run(tools, _args, { action, user, device, status, query, since, until, limit }) {
    const { data } = await tools.api('POST', '/logs/actions', {
      body: {
        limit: limit === undefined ? 100 : number(limit, 'the limit', { least: 1, most: 10_000 }),
        ...(action
          ? {
              actions: String(action)
                .split(',')
                .map(name => name.trim()),
            }
          : {}),
        ...(user ? { users: [/^-?\d+$/.test(String(user)) ? Number(user) : String(user)] } : {}),
        ...(device ? { device_id: number(device, 'the device', { least: 1, most: 2_147_483_647 }) } : {}),
        ...(status ? { status: String(status).toUpperCase() } : {}),
        ...(query ? { query } : {}),
        ...(since ? { start: time(since) } : {}),
        ...(until ? { stop: time(until) } : {}),
      },
    })
    tools.print(data, columns)
  },
}

/** Logs that can be cleared: removes what is older than `days`, or than the settings say. */
const logs: Readonly<Record<string, (tools: Tools, days: number | null) => Promise<number>>> = {
  actions: async (tools, days) => (await tools.use('action-log')).clear(days),
  'switcher-core': async (tools, days) => (await tools.use('call-log')).clear(days),
}

const clear: Command = {
  name: 'logs:clear',
  records: 'system-logs:cleared',
  summary: 'Removes old entries of a log; that it was done stays in the action log',
  args: {
    '<log>': Object.keys(logs).join(' or '),
    '[days]': 'what is older than this many days; as the settings say unless given',
  },
  async run(tools, [name, given]) {
    const remove = Object.hasOwn(logs, name as string) ? logs[name as string] : undefined
    if (!remove)
      throw new CommandError(`there is no log "${String(name)}"; there are ${Object.keys(logs).join(', ')}`)
    const days = given === undefined ? null : number(given, 'the days', { least: 0, most: 36_500 })
    tools.say(`removed ${await remove(tools, days)} entries`)
  },
}

export const logCommands = [list, clear]
