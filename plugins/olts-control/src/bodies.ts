import { InterfaceWord } from '@linecard/plugin-kit'
import { ctrlOntReboot } from '@linecard/driver-kit/modules'
import { Type as T } from 'typebox'

export const InterfaceField = T.Union([InterfaceWord, T.Integer()])

/** The ONU of a change: its place, and the ONU that the caller saw there. */
export const ofOnu = { interface: InterfaceField, ident: ctrlOntReboot.args.properties.ident }
export const exampleOnu = { interface: 'gpon0/1:5', ident: 'ZTEGC1086C70' }

export const Switched = T.Enum(['Enabled', 'Disabled', 'enable', 'disable'], {
  description: 'Enabled or Disabled, as the reading operations show it; enable and disable are also accepted',
})
/** The word that the modules take, for each word that clients send. */
export const stateOf = (word: string) => (/^enable/i.test(word) ? 'enable' : 'disable')

/** `ident` as an argument of a module, if the caller gave one. */
export const identOf = ({ ident }: { ident?: string }) => (ident === undefined ? {} : { ident })
