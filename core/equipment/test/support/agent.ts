/** An SNMPv1 and v2c agent on a real UDP socket, with selectable faults. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { SnmpType, compareOids, type Varbind } from '@linecard/driver-kit'
import { Reader, Writer } from '../../src/snmp/ber.ts'
import { encodeOid, oidText } from '../../src/snmp/oid.ts'
import { Exception, PduType, Status } from '../../src/snmp/pdu.ts'
import { readValue, writeValue } from '../../src/snmp/value.ts'

/** `raw` is a TLV that is sent unchanged, even if it is invalid. */
export interface AgentVarbind extends Varbind {
  raw?: Buffer
}
export interface AgentRequest {
  version: number
  community: string
  id: number
  type: number
  first: number
  repetitions: number
  varbinds: Varbind[]
}
export interface AgentReply {
  id: number
  status: number
  index: number
  varbinds: AgentVarbind[]
}

export interface AgentOptions {
  varbinds?: readonly AgentVarbind[]
  address?: string
  /** Changes an answer. Null: no answer. */
  behave?: (request: AgentRequest, reply: AgentReply) => AgentReply | null
  /** Changes the sent datagrams, with their delays in ms. */
  wire?: (bytes: Buffer, request: AgentRequest) => readonly (Buffer | { bytes: Buffer; afterMs: number })[]
}

export interface Agent {
  ip: string
  port: number
  requests: AgentRequest[]
  /** The source of the last request. */
  asker: RemoteInfo | undefined
  socket: Socket
  close(): Promise<void>
}

export function encodeReply(
  { version, community, id }: Pick<AgentRequest, 'version' | 'community' | 'id'>,
  reply: AgentReply,
): Buffer {
  const values = reply.varbinds.map(
    varbind => varbind.raw ?? (varbind.type >= 0x80 ? Buffer.from([varbind.type, 0]) : writeValue(varbind)),
  )
  const writer = new Writer()
  for (let at = reply.varbinds.length - 1; at >= 0; at--) {
    const mark = writer.mark
    writer.raw(values[at]!).octets(encodeOid(reply.varbinds[at]!.oid), 0x06).wrap(0x30, mark)
  }
  writer
    .wrap(0x30, 0)
    .integer(reply.index)
    .integer(reply.status)
    .integer(reply.id ?? id)
    .wrap(PduType.Response, 0)
  return writer.octets(Buffer.from(community)).integer(version).wrap(0x30, 0).take()
}

function decodeRequest(bytes: Buffer): AgentRequest {
  const reader = new Reader(bytes).enter(0x30)
  const version = reader.integer()
  const community = reader.octets().toString()
  const type = reader.next()
  reader.at = reader.start
  const [id, first, repetitions] = [reader.integer(), reader.integer(), reader.integer()]
  reader.enter(0x30)
  const varbinds: Varbind[] = []
  while (!reader.done) {
    const inner = new Reader(bytes, reader.at, reader.end).enter(0x30)
    reader.next()
    inner.expect(0x06)
    const oid = oidText(bytes, inner.start, inner.stop)!
    const valueType = inner.next()
    varbinds.push({ oid, type: valueType, value: readValue(bytes, valueType, inner.start, inner.stop) })
  }
  return { version, community, id, type, first, repetitions, varbinds }
}

/** The answer without faults. */
function proper(
  mib: readonly AgentVarbind[],
  { version, id, type, repetitions, varbinds }: AgentRequest,
): AgentReply {
  const after = (oid: string): AgentVarbind =>
    mib.find(object => compareOids(object.oid, oid) > 0) ?? { oid, type: Exception.endOfMibView, value: null }
  const fail = (index: number): AgentReply => ({ id, status: Status.noSuchName, index, varbinds })
  const reply = (answers: AgentVarbind[]): AgentReply => {
    const bad = version === 0 ? answers.findIndex(answer => answer.type >= 0x80) : -1
    return bad >= 0 ? fail(bad + 1) : { id, status: 0, index: 0, varbinds: answers }
  }
  if (type === PduType.Get) {
    return reply(
      varbinds.map(
        ({ oid }) =>
          mib.find(object => object.oid === oid) ?? { oid, type: Exception.noSuchInstance, value: null },
      ),
    )
  }
  if (type === PduType.GetNext) return reply(varbinds.map(({ oid }) => after(oid)))
  if (type === PduType.Set) return { id, status: 0, index: 0, varbinds }
  const rows: AgentVarbind[] = []
  let last = varbinds.map(({ oid }) => oid)
  for (let row = 0; row < repetitions; row++) {
    const found = last.map(after)
    rows.push(...found)
    last = found.map(({ oid }) => oid)
  }
  return { id, status: 0, index: 0, varbinds: rows }
}

export async function startAgent({
  varbinds = [],
  address = '127.0.0.2',
  behave = (_, reply) => reply,
  wire = bytes => [bytes],
}: AgentOptions): Promise<Agent> {
  const mib = varbinds.toSorted((a, b) => compareOids(a.oid, b.oid))
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  let open = true
  const agent: Agent = {
    ip: address,
    port: 0,
    requests: [],
    asker: undefined,
    socket,
    close: () =>
      new Promise(done => {
        open = false
        socket.close(() => done())
      }),
  }
  socket.on('message', (bytes, from) => {
    const request = decodeRequest(bytes)
    agent.requests.push(request)
    agent.asker = from
    const reply = behave(request, proper(mib, request))
    if (!reply) return
    for (const item of wire(encodeReply(request, reply), request)) {
      if (Buffer.isBuffer(item)) socket.send(item, from.port, from.address)
      else
        setTimeout(() => {
          if (open) socket.send(item.bytes, from.port, from.address)
        }, item.afterMs)
    }
  })
  const listening = once(socket, 'listening')
  socket.bind(0, address)
  await listening
  agent.port = socket.address().port
  return agent
}

/** `rows` rows of a table column. */
export const column = (oid: string, rows: number, value = (row: number): number => row): AgentVarbind[] =>
  Array.from({ length: rows }, (_, row) => ({
    oid: `${oid}.${row + 1}`,
    type: SnmpType.Integer,
    value: value(row + 1),
  }))
