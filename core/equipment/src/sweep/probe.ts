import { DeviceError, type Varbind, cutText } from '@linecard/driver-kit'
import type { SnmpAccess, SweepFound } from '@linecard/plugin-kit'
import { communityAsk } from '../snmp/community.ts'
import { parsePeer } from '../snmp/peer.ts'
import { Silent } from '../snmp/patience.ts'
import { get } from '../snmp/get.ts'
import { encodeOid } from '../snmp/oid.ts'
import { createPace } from '../snmp/pace.ts'
import { type Answer, PduType } from '../snmp/pdu.ts'
import type { SnmpStats } from '../snmp/types.ts'
import { v3Ask } from '../snmp/v3.ts'
import { textOf, varbindAt } from '../snmp/value.ts'
import { sweepExchange, type SweepQuestions } from './exchange.ts'

const names = {
  objectId: '1.3.6.1.2.1.1.2.0',
  descr: '1.3.6.1.2.1.1.1.0',
  name: '1.3.6.1.2.1.1.5.0',
  engineId: '1.3.6.1.6.3.10.2.1.1.0',
} as const
const oids = Object.values(names)
/** SNMPv1 refuses a whole request because of one missing object, and its agents have no engine. */
const oidsOfV1 = oids.slice(0, 3)
const encoded = new Map(oids.map(oid => [oid as string, encodeOid(oid)]))

const maxText = 500
const maxEngineOctets = 32
const cut = (text: string | null): string | null => (text === null ? null : cutText(text, maxText))
const hex = (value: Varbind['value']): string | null =>
  Buffer.isBuffer(value) && value.length > 0 && value.length <= maxEngineOctets ? value.toString('hex') : null

function valuesOf({ bytes, varbinds }: Answer): Map<string, Varbind> {
  const found = new Map<string, Varbind>()
  for (let at = 0; at < varbinds.length; at++) {
    const varbind = varbindAt(bytes, varbinds, at)
    if (varbind && encoded.has(varbind.oid)) found.set(varbind.oid, varbind)
  }
  return found
}

export interface Probing extends SweepQuestions {
  stats: SnmpStats
  attempts: number
}

/** Asks one address with one access. Throws `Silent`, or a DeviceError if an agent refuses. */
async function ask(
  ip: string,
  access: SnmpAccess,
  probing: Probing,
): Promise<Omit<SweepFound, 'access' | 'refused'>> {
  const { socket, stats, attempts } = probing
  const peer = parsePeer(ip, access.port, stats)
  const patience = { attempts, deadline: Infinity }
  socket.join(peer)
  try {
    const exchange = sweepExchange(peer, probing)
    const question =
      access.version === '3' && access.user
        ? v3Ask(exchange, ip, access.user, attempts)
        : communityAsk(exchange, access)
    const wanted = access.version === '1' ? oidsOfV1 : oids
    const answer = await question(
      { type: PduType.Get, varbinds: wanted.map(oid => ({ oid: encoded.get(oid)! })) },
      patience,
    )
    const values =
      answer.status === 0
        ? valuesOf(answer)
        : await get(question, createPace(access.version), ip, wanted, patience).catch((error: unknown) => {
            // The agent exists but gives nothing; `detect` will tell why.
            if (error instanceof DeviceError || error instanceof Silent) return new Map<string, Varbind>()
            throw error
          })
    const text = (oid: string) => cut(textOf(values.get(oid)?.value ?? null))
    return {
      ip,
      objectId: text(names.objectId),
      descr: text(names.descr),
      name: text(names.name),
      engineId: hex(values.get(names.engineId)?.value ?? null),
    }
  } finally {
    socket.leave(peer)
  }
}

/**
 * Asks one address with one access after the other. Null: there is no agent, or it knows none of the
 * communities.
 */
export async function probe(
  ip: string,
  access: readonly SnmpAccess[],
  probing: Probing,
): Promise<SweepFound | null> {
  let refused: string | null = null
  /** Ports without an answer to the discovery of SNMPv3, which is the same for all users. */
  const silentPorts = new Set<number>()
  for (const [position, one] of access.entries()) {
    if (one.version === '3' && silentPorts.has(one.port)) continue
    try {
      return { ...(await ask(ip, one, probing)), access: position, refused: null }
    } catch (error) {
      if (probing.signal.aborted) throw error
      if (error instanceof Silent) {
        if (one.version === '3' && refused === null) silentPorts.add(one.port)
      } else if (error instanceof DeviceError && error.kind !== 'DeviceUnreachable') refused = error.message
      else throw error
    }
  }
  return refused === null
    ? null
    : { ip, access: null, objectId: null, descr: null, name: null, engineId: null, refused }
}
