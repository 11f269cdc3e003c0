import { saveConfig } from '@linecard/driver-kit/modules'
import type { WantedStep } from '@linecard/plugin-kit'

export const tag = 'switches'
export const root = '/component/switches'

/** The step that saves the configuration, if the client wants it. */
export const saving = (wanted: boolean | undefined): WantedStep[] =>
  wanted ? [{ name: 'save', module: saveConfig, args: {} }] : []
/** The word that the modules take, for each word that clients send. */
export const stateOf = (word: string) => (/^enable/i.test(word) ? 'enable' : 'disable')
