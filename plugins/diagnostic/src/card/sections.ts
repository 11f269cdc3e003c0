import { Html, html } from '@linecard/plugin-kit/html'
import type { Diagnosed } from '../diagnose.ts'
import { block, pairsTable, section } from './fields.ts'

/** The answers of the device, with one heading for each block that has a value. */
export function blockSections(data: Diagnosed['data']): Html[] {
  const onu = data.status
    ? Object.entries({
        ...data.status,
        description: data.description,
        name: data.name,
        ident: data.ident?.value ?? null,
      }).filter(([, value]) => value !== null)
    : []
  const rest =
    data.fdb_total !== null && data.fdb && data.fdb_total > data.fdb.length
      ? html`<p class="note">${data.fdb.length} of ${data.fdb_total} addresses</p>`
      : new Html('')
  return [
    block('Link', data.link_info),
    section('ONU', onu.length > 0 ? pairsTable(Object.fromEntries(onu)) : null),
    block('Optical power', data.optical),
    block('Registrations', data.reasons),
    block('Cable', data.cable_diag),
    block('Errors', data.errors),
    block('Errors by kind', data.rmon),
    block('Ethernet ports', data.uni),
    block('MAC addresses', data.fdb),
    rest,
    block('VLANs', data.vlans),
    block('Transceiver', data.sfp?.media ?? null),
    block('Transceiver, measured', data.sfp?.optical ?? null),
    block('Power over Ethernet', data.poe),
    block('Traffic', data.counters),
    block('Vendor', data.vendor),
    block('Configuration', data.configuration),
  ]
}
