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
import { known, ifKnown } from './known.ts'
import { onuBlocks } from './onu.ts'
import { portBlocks } from './port.ts'
import { plain, readerOf } from './reader.ts'

/** Sorts the answers into blocks. `id` is the bind key of the interface. */
export function blocksOf(parts: LiveParts, id: number, { fdbRows }: { fdbRows: number }): DiagnosticData {
  const reader = readerOf(parts, id)
  const { answer, own } = reader
  const links = answer(linkInfo)?.filter(row => row.interface.id === id)
  const described = own(interfaceDescriptions)
  const isOnu = parts.has(ponOntsStatus.name)
  const description =
    described?.description ?? links?.map(link => link.description).find(text => text !== null) ?? null
  const macs = answer(fdb)
  const onu = onuBlocks(reader)
  const port = portBlocks(reader)
  return {
    interface: ifKnown(answer(parseInterface), known),
    vendor: onu.vendor,
    status: onu.status,
    uni: onu.uni,
    description: ifKnown(description, text => (isOnu ? text : { description: text })),
    name: described?._name ?? null,
    fdb: ifKnown(macs, rows =>
      rows
        .slice(0, fdbRows)
        .map(({ interface: at, ...row }) => ({
          ...known(row),
          ...(at && at.id !== id ? { interface: { id: at.id, name: at.name } } : {}),
        })),
    ),
    fdb_total: ifKnown(macs, rows => rows.length),
    ident: onu.ident,
    reasons: onu.reasons,
    counters: plain(own(interfaceCounters)),
    optical: onu.optical,
    configuration: onu.configuration,
    profiles: onu.profiles,
    link_info: ifKnown(links, rows => rows.flatMap(row => plain(row) ?? [])),
    ...port,
  } as DiagnosticData
}
