import type { InterfaceRef } from '@linecard/driver-kit/modules'
import type { OltProduct } from '../console/olt-session.ts'
import type { Card, Technology, Uplink } from '../olt/hardware.ts'
import { type OltVendorName, oltModels } from '../olts/index.ts'
import type { NotCopied, StoredDevice } from './stored.ts'

type StoredPort = NonNullable<StoredDevice['answers']['interfaces_list']>[number]

/** Cards and ports of a copy at most, as large OLTs have them. */
const maxCards = 20
const maxPorts = 64

/** Models of OLTs by vendor, the nearest one by technology and by a mark in the name of the real model. */
const candidates: Readonly<
  Record<OltVendorName, readonly { model: string; technology: Technology; mark?: RegExp }[]>
> = {
  zte: [
    { model: 'C600', technology: 'gpon', mark: /C6\d\d/i },
    { model: 'C300/1.2', technology: 'gpon', mark: /C300.*1\.2/i },
    { model: 'C320/1.2', technology: 'gpon', mark: /C320.*1\.2/i },
    { model: 'C300', technology: 'gpon', mark: /C300/i },
    { model: 'C320', technology: 'gpon' },
  ],
  huawei: [{ model: 'MA5800-X7', technology: 'gpon' }],
  bdcom: [
    { model: 'GP3600-08', technology: 'gpon' },
    { model: 'P3310C', technology: 'epon' },
  ],
  cdata: [
    { model: 'FD1608S', technology: 'gpon' },
    { model: 'FD1208S', technology: 'epon' },
  ],
  vsol: [
    { model: 'V1600G1B', technology: 'gpon' },
    { model: 'V1600D8', technology: 'epon' },
  ],
}

export interface OltShape {
  vendor: OltVendorName
  model: string
  product: OltProduct
  technology: Technology
  /** The stored PON ports that the copy has, by the name of its port. */
  ports: ReadonlyMap<string, StoredPort>
}

const technologyOf = (port: StoredPort): string => port.pontype ?? port._technology ?? 'gpon'
const numbersOf = ({ _slot, _port, name }: StoredPort): [slot: number, port: number] => {
  const [slot = 0, port = 1] = /(\d+)\D(\d+)$/.exec(name)?.slice(1).map(Number) ?? []
  return [_slot ?? slot, _port ?? port]
}

/** The PON ports of a stored device, once each. */
export function ponPortsOf({ answers }: StoredDevice): StoredPort[] {
  const list = answers.interfaces_list?.filter(({ type }) => type === 'PON') ?? []
  return list.length ? list : [...(answers.pon_ports_list ?? [])]
}

/** Cards with the slots and ports of the stored device. The first port of a card is 0 or 1. */
function cardsOf(
  product: OltProduct,
  ports: readonly StoredPort[],
  technology: Technology,
  stored: StoredDevice,
): Card[] {
  const pattern = product.cards.find(({ pon }) => pon === technology)!
  const first = Number(/\d+$/.exec(product.pon(pattern, 1).ifName)![0])
  const slots = Map.groupBy(ports, port => numbersOf(port)[0])
  return [...slots]
    .slice(0, maxCards)
    .map(([slot, own]) => ({
      ...pattern,
      slot,
      type: stored.answers.card_list?.find(card => card.slot === slot)?.cfg_type ?? pattern.type,
      ports: Math.min(maxPorts, Math.max(...own.map(port => numbersOf(port)[1])) - first + 1),
    }))
}

/** Uplinks with the names and numbers of the stored device; those of the model if none are stored. */
function uplinksOf(product: OltProduct, cards: readonly Card[], stored: StoredDevice): readonly Uplink[] {
  const [pattern] = product.uplinks
  const shift = pattern!.bridgePort - pattern!.slot * 64 - pattern!.port
  const isPlain = pattern!.bridgePort === pattern!.ifIndex
  const taken = new Set(
    cards.flatMap(card => Array.from({ length: card.ports }, (_, n) => product.pon(card, n + 1).ifIndex)),
  )
  const own = (stored.answers.interfaces_list ?? []).filter(
    port => isEthernet(port) && port.if_index !== null && port.parent === null && !taken.has(port.if_index),
  )
  if (own.length === 0) return product.uplinks
  return own.slice(0, maxPorts).map(port => {
    const [slot, number] = numbersOf(port)
    return {
      slot,
      port: number,
      speedMbps: /^x|^te|^10g/i.test(port.name) ? 10_000 : 1000,
      ifIndex: port.if_index!,
      ifName: port.name,
      ifDescr: port.descr ?? '',
      bridgePort: isPlain ? port.if_index! : slot * 64 + number + shift,
    }
  })
}
export const isEthernet = ({ type }: Pick<InterfaceRef, 'type'>): boolean =>
  ['ETH', 'FE', 'GE', 'TGE', 'SFP'].includes(type)

/** The nearest living model with the cards and ports of the stored OLT. Null: no model of this maker. */
export function oltShape(stored: StoredDevice, missing: NotCopied[]): OltShape | null {
  if (!Object.hasOwn(candidates, stored.maker)) return null
  const vendor = stored.maker as OltVendorName
  const all = ponPortsOf(stored)
  if (all.length === 0) return null
  const counts = Map.groupBy(all, technologyOf)
  const fitting = candidates[vendor].filter(({ technology }) => counts.has(technology))
  const near = fitting.find(({ mark }) => mark?.test(stored.model)) ?? fitting.find(({ mark }) => !mark)
  if (!near) return null
  const { model, technology } = near
  const base = oltModels[vendor]![model]!
  const wanted = counts.get(technology)!
  const cards = cardsOf(base, wanted, technology, stored)
  const product: OltProduct = {
    ...base,
    cards: [...cards, ...base.cards.filter(({ pon }) => !pon)],
    uplinks: uplinksOf(base, cards, stored),
  }
  const ports = new Map<string, StoredPort>()
  const places = new Map(wanted.map(port => [numbersOf(port).join('/'), port]))
  for (const card of cards)
    for (let number = 1; number <= card.ports; number++) {
      const { ifName } = product.pon(card, number)
      const last = Number(/\d+$/.exec(ifName)![0])
      const port = places.get(`${card.slot}/${last}`)
      if (port) ports.set(ifName, port)
    }
  const lost = all.length - ports.size
  if (lost > 0)
    missing.push({ what: `${lost} PON ports`, why: `a copy of ${model} has ${technology} ports only` })
  return { vendor, model, product, technology, ports }
}
