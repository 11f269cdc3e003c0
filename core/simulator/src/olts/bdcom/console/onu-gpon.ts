import { Refused } from '../../../console/dialect.ts'
import { numberIn, vlanOf } from '../../../console/dialects/numbers.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { enableUni } from '../../../olt/operations.ts'
import { edited, removeService, setService } from '../../../olt/services.ts'
import { bindProfiles, flowProfiles, uniProfiles, vlanProfiles } from '../profiles.ts'
import { invalid } from './names.ts'
import { type BdcomCommand, onuCommand, uniOf } from './onu.ts'

type Profiles = readonly { name: string }[]

/** The name of a profile that is there. */
function nameIn(profiles: Profiles, name: string | undefined): string {
  if (profiles.some(one => one.name === name)) return name!
  throw new Refused(`% Profile ${name} does not exist`)
}

const onuProfile = (word: string, profiles: Profiles): BdcomCommand[] => [
  onuCommand(`gpon onu ${word} <name>`, ({ olt }, onu, { name }) =>
    setService(olt, onu, word, `gpon onu ${word} ${nameIn(profiles, name)}`),
  ),
  onuCommand(`no gpon onu ${word}`, ({ olt }, onu) => removeService(olt, onu, word)),
]
const portProfile = (word: string, profiles: Profiles): BdcomCommand[] => [
  onuCommand(`gpon onu uni <uni> ${word} <name>`, ({ olt }, onu, { uni, name }) => {
    const key = `uni ${uniOf(onu, uni)} ${word}`
    setService(olt, onu, key, `gpon onu ${key} ${nameIn(profiles, name)}`)
  }),
  onuCommand(`no gpon onu uni <uni> ${word}`, ({ olt }, onu, { uni }) =>
    removeService(olt, onu, `uni ${uniOf(onu, uni)} ${word}`),
  ),
]

/** Connections that a router has towards the provider. */
const maxWan = 8
const wan = (number: string | undefined): string => `wan ${numberIn(number, 1, maxWan) ?? invalid()}`

/** A setting of a connection: `value` checks the arguments and gives the rest of the line. */
const wanCommand = (
  syntax: string,
  word: string,
  value: (args: Readonly<Record<string, string>>) => string,
): BdcomCommand =>
  onuCommand(`gpon onu wan <number> ${syntax}`, ({ olt }, onu, args) => {
    const key = `${wan(args['number'])} ${word}`
    setService(olt, onu, key, `gpon onu ${key} ${value(args)}`)
  })
const wanWord = (word: string, words: string): BdcomCommand =>
  wanCommand(`${word} {value:${words}}`, word, ({ value }) => value!)

const wanWords = [
  'admin-status',
  'nat',
  'service-type',
  'connection-type',
  'pppoe',
  'tci',
  'bind',
  'auto-get-dns-address',
  'lan-dhcp',
] as const
/** Removes a connection with all its settings. */
function removeWan(olt: SimulatedOlt, onu: Onu, number: string | undefined): void {
  for (const word of wanWords) removeService(olt, onu, `${wan(number)} ${word}`)
}

const binds = /^(?:lan[1-4]|ssid[1-8])$/

const wanCommands: readonly BdcomCommand[] = [
  wanWord('admin-status', 'enable|disable'),
  wanWord('nat', 'enable|disable'),
  wanWord('service-type', 'internet|tr069|voip|other'),
  wanWord('connection-type', 'pppoe|dhcp|static|bridge'),
  wanWord('auto-get-dns-address', 'enable|disable'),
  wanWord('lan-dhcp', 'enable|disable'),
  wanCommand('tci vlan <vlan> [priority <priority>]', 'tci', ({ vlan, priority = '0' }) => {
    const words = [vlanOf(vlan) ?? invalid(), numberIn(priority, 0, 7) ?? invalid()]
    return `vlan ${words[0]} priority ${words[1]}`
  }),
  wanCommand(
    'pppoe username <user> password <password>',
    'pppoe',
    ({ user, password }) => `username ${user} password ${password}`,
  ),
  wanCommand('bind <list...>', 'bind', ({ list }) => {
    const words = list!.split(/\s+/)
    return words.every(word => binds.test(word)) ? words.join(' ') : invalid()
  }),
  onuCommand('no gpon onu wan <number>', ({ olt }, onu, { number }) => removeWan(olt, onu, number)),
]

const shut = (word: 'shutdown' | 'noshutdown'): BdcomCommand =>
  onuCommand(`gpon onu uni <uni> ${word}`, ({ olt }, onu, { uni }) => {
    enableUni(onu, uniOf(onu, uni), word === 'noshutdown')
    edited(olt)
  })

/** The mode of a GPON ONU. */
export const gponOnuCommands: readonly BdcomCommand[] = [
  ...onuProfile('flow-mapping-profile', flowProfiles),
  ...onuProfile('tcont-virtual-port-bind-profile', bindProfiles),
  ...portProfile('vlan-profile', vlanProfiles),
  ...portProfile('uni-profile', uniProfiles),
  ...wanCommands,
  shut('shutdown'),
  shut('noshutdown'),
]
