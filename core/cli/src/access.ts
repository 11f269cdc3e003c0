import type { SnmpAccess } from '@linecard/plugin-kit'
import { CommandError, type Tools } from './command.ts'
import { readSecrets } from './secret.ts'

/** Options of commands that talk SNMP to an address. */
export const snmpOptions = {
  '-c, --community <community>': 'read community (default public)',
  '-a, --access <id>': 'id of an access profile, in place of the other options',
  '-p, --port <number>': 'UDP port (default 161, or LINECARD_SNMP_PORT)',
  '-u, --user <name>': 'SNMPv3 as this user; the passwords are asked for, or read from standard input',
  '--auth <protocol>': 'SNMPv3: md5, sha, sha224, sha256, sha384 or sha512',
  '--priv <protocol>': 'SNMPv3: des, aes, aes256b or aes256r',
} as const

type User = NonNullable<SnmpAccess['user']>
type Options = Readonly<Record<string, string | boolean | undefined>>

const authProtocols = ['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const
const privProtocols = ['des', 'aes', 'aes256b', 'aes256r'] as const

function oneOf<T extends string>(option: string, given: unknown, known: readonly T[]): T | null {
  if (given === undefined) return null
  const found = known.find(one => one === given)
  if (!found) throw new CommandError(`${option} "${String(given)}" is not one of ${known.join(', ')}`)
  return found
}

async function userOf(tools: Tools, { user, auth, priv }: Options): Promise<User | undefined> {
  const hash = oneOf('--auth', auth, authProtocols)
  const cipher = oneOf('--priv', priv, privProtocols)
  if (user === undefined) {
    if (hash || cipher)
      throw new CommandError('--auth and --priv belong to SNMPv3: name its user with --user')
    return undefined
  }
  if (cipher && !hash) throw new CommandError('--priv needs --auth: SNMPv3 does not encrypt without it')
  const asked = [...(hash ? ['Authentication password'] : []), ...(cipher ? ['Privacy password'] : [])]
  const [authKey = '', privKey = ''] = asked.length > 0 ? await readSecrets(tools, asked) : []
  return {
    name: String(user),
    level: cipher ? 'authPriv' : hash ? 'authNoPriv' : 'noAuthNoPriv',
    ...(hash && { auth: { protocol: hash, key: authKey } }),
    ...(cipher && { priv: { protocol: cipher, key: privKey } }),
  }
}

function portOf({ terminal }: Tools, given: unknown): number {
  const port = Number(given ?? terminal.env['LINECARD_SNMP_PORT'] ?? 161)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandError(`--port must be a number from 1 to 65535, not "${String(given)}"`)
  return port
}

async function profileOf(tools: Tools, access: unknown): Promise<SnmpAccess> {
  const id = Number(access)
  const [found] = Number.isInteger(id) ? await (await tools.use('intake')).access([id]) : []
  if (!found) throw new CommandError(`there is no access profile ${String(access)}`)
  return found.snmp
}

/** SNMP access to an address, from the options of the command. @throws CommandError */
export async function snmpAccess(tools: Tools, options: Options): Promise<SnmpAccess> {
  if (options['access'] !== undefined) return profileOf(tools, options['access'])
  const user = await userOf(tools, options)
  return {
    version: user ? '3' : '2c',
    port: portOf(tools, options['port']),
    timeoutMs: 2000,
    retries: 2,
    community: String(options['community'] ?? 'public'),
    writeCommunity: '',
    ...(user && { user }),
  }
}
