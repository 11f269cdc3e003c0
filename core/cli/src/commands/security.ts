import { isIP } from 'node:net'
import { CommandError, type CliCommand } from '../command.ts'
import { findUser } from './users.ts'

interface Session {
  id: number
  key_prefix: string
  manual: boolean
  cross_auth: boolean
  description: string
  ip: string
  created_at: string
  expired_at: string
  last_used_at: string | null
  last_used_ip: string | null
}

const kindOf = ({ manual, cross_auth }: Session) => (manual ? 'key' : cross_auth ? 'cross-auth' : 'sign-in')

const resetBlocks: CliCommand = {
  name: 'security:reset:ipblock',
  records: 'security:blocks_lifted',
  summary: 'Forgets failed sign-ins, so that nobody has to wait: from one address, or all',
  args: { '[ip]': 'the address; by default all addresses and logins' },
  async run(tools, [ip]) {
    if (ip !== undefined && isIP(ip as string) === 0)
      throw new CommandError(`"${String(ip)}" is not an address`)
    const forgotten = await (await tools.use('sign-in-blocks')).lift((ip as string | undefined) ?? null)
    tools.remark(`${forgotten} failed sign-in${forgotten === 1 ? '' : 's'} forgotten`)
  },
}

const sessions: CliCommand = {
  name: 'security:sessions',
  summary: 'Lists the valid sign-ins and keys of one user or of all users',
  args: { '[login]': 'login or id' },
  async run(tools, [ref]) {
    const users =
      ref === undefined
        ? ((await tools.api('GET', '/user', { query: { limit: 10_000 } })).data as {
            id: number
            login: string
          }[])
        : [await findUser(tools, ref as string)]
    const rows: (Session & { login: string; kind: string })[] = []
    for (const { id, login } of users) {
      const { data } = await tools.api('GET', `/user/${id}/sessions`)
      rows.push(...(data as Session[]).map(session => ({ ...session, login, kind: kindOf(session) })))
    }
    tools.print(rows, {
      ID: (row: Session) => row.id,
      User: (row: { login: string }) => row.login,
      Kind: (row: { kind: string }) => row.kind,
      Key: (row: Session) => `${row.key_prefix}…`,
      Description: (row: Session) => row.description,
      From: (row: Session) => row.ip,
      'Expired At': (row: Session) => row.expired_at,
      'Last Used': (row: Session) => row.last_used_at,
      'Last Address': (row: Session) => row.last_used_ip,
    })
  },
}

export const securityCommands = [resetBlocks, sessions]
