import {
  fdb,
  interfaceCounters,
  interfaceDescriptions,
  linkInfo,
  parseInterface,
  ponOntsStatus,
} from '@linecard/driver-kit/modules'
import type { LiveParts } from '@linecard/plugin-kit'
import type { DiagnosticData } from '../schemas/blocks.ts'
import type { NamedInterface } from '@linecard/plugin-kit'
import { interfaceFields } from '../schemas/interface.ts'
import { complete } from '../schemas/complete.ts'
import { ifKnown } from './known.ts'
import { onuBlocks } from './onu.ts'
import { portBlocks } from './port.ts'
import { readerOf } from './reader.ts'

type Port = Pick<NamedInterface, 'bind_key' | 'parent_bind_key' | 'name' | 'type'>

/** The interface as the device tells it, else as it is stored. Older clients cannot do without it. */
function placeOf(port: Port, told: object | undefined) {
  const { bind_key, parent_bind_key: parent, name, type } = port
  const stored = { id: Number(bind_key), name, type, parent: ifKnown(parent, Number) }
  const place: Record<string, unknown> = { ...stored, ...told }
  const onu = place['_onu'] ?? null
  const also = { _key: String(place['id']), iface_name: place['name'], onu_num: onu, _ont: onu }
  return complete({ properties: interfaceFields }, { ...place, ...also })
}

/** Sorts the answers into blocks. */
export function blocksOf(parts: LiveParts, port: Port, { fdbRows }: { fdbRows: number }): DiagnosticData {
  const id = Number(port.bind_key)
  const reader = readerOf(parts, id)
  const { answer, own, whole } = reader
  const links = answer(linkInfo)?.filter(row => row.interface.id === id)
  const described = own(interfaceDescriptions)
  const isOnu = parts.has(ponOntsStatus.name)
  const description =
    described?.description ?? links?.map(link => link.description).find(text => text !== null) ?? null
  const macs = answer(fdb)
  const onu = onuBlocks(reader)
  const ofPort = portBlocks(reader)
  return {
    interface: placeOf(port, answer(parseInterface)),
    vendor: onu.vendor,
    status: onu.status,
    uni: onu.uni,
    description: ifKnown(description, text => (isOnu ? text : { description: text })),
    name: described?._name ?? null,
    fdb: ifKnown(macs, rows =>
      rows
        .slice(0, fdbRows)
        .map(({ interface: at, ...row }) => ({
          ...complete(fdb.result.items, row),
          interface: at && at.id !== id ? { id: at.id, name: at.name } : null,
        })),
    ),
    fdb_total: ifKnown(macs, rows => rows.length),
    ident: onu.ident,
    reasons: onu.reasons,
    counters: whole(interfaceCounters),
    optical: onu.optical,
    configuration: onu.configuration,
    profiles: onu.profiles,
    link_info: ifKnown(links, rows => rows.flatMap(row => whole(linkInfo, row) ?? [])),
    ...ofPort,
  } as DiagnosticData
}
