import snmp from 'net-snmp'
import type { SnmpAccess } from '@linecard/plugin-kit'

export type V3User = NonNullable<SnmpAccess['user']>

const { AuthProtocols: auth, PrivProtocols: priv, SecurityLevel: level } = snmp

/** The user of an access profile as net-snmp takes it. */
export const receiverUser = ({ name, level: word, auth: hash, priv: cipher }: V3User) => ({
  name,
  level: level[word],
  ...(hash && { authProtocol: auth[hash.protocol], authKey: hash.key }),
  ...(cipher && { privProtocol: priv[cipher.protocol], privKey: cipher.key }),
})

/** The bits of msgFlags that a message of the user has. */
export const levelBits = ({ level: word }: Pick<V3User, 'level'>): number =>
  word === 'noAuthNoPriv' ? 0 : word === 'authNoPriv' ? 1 : 3

/** Whether a device that has this user would sign what it sends: then nothing else is believed of it. */
export const mustSign = (user: V3User | null): boolean => user !== null && levelBits(user) > 0

/** Users with the same name and keys are one. */
export const userKey = (user: V3User): string => JSON.stringify(user)
