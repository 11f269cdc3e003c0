/**
 * Configurations of devices, read by what their console profile says (`CliProfile.backup`). Such a text is
 * given to its caller and to nobody else: the call log has its length, transcripts and errors have nothing
 * of it.
 */
import { asDriver } from '@linecard/driver-kit/running-code'
import type { Configurations } from '@linecard/plugin-kit'
import { createRead, type ReadOptions } from './read.ts'
import { maskedInSlices, secretsFor, significantInSlices } from './text.ts'

export function createConfigurations(
  options: ReadOptions,
  track: <T>(run: Promise<T>) => Promise<T>,
): Configurations {
  const { models } = options
  const profileOf = (modelKey: string | null) => models.byKey.get(modelKey)?.family.cli
  return {
    readable: modelKey => profileOf(modelKey)?.backup !== undefined,
    onu(modelKey) {
      const model = models.byKey.get(modelKey)
      const onu = model?.family.cli?.onu
      return model && onu ? asDriver(model.driver.id, onu) : null
    },
    read: createRead(options, track),
    significant: (modelKey, text) => significantInSlices(profileOf(modelKey) ?? {}, text),
    masked: (modelKey, text) => maskedInSlices(secretsFor(models, modelKey), text),
  }
}
