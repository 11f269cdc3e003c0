import type { Identity } from './folder.ts'

/** What an operator may have written as sysDescr: nothing, a place, or the words of another maker. */
const texts = ['', 'core-sw Kyiv, 3rd floor', 'Cisco IOS Software, C2960 Software (C2960-LANBASEK9-M)']

/** The identities with another sysDescr: who a device is, its sysObjectID alone must tell. */
export const withForeignDescr = (identities: readonly Identity[]): Identity[] =>
  identities.map((one, at) => ({ ...one, sysDescr: texts[at % texts.length]! }))
