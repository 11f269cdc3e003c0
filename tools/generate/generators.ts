import { readRepository } from '../repository.ts'
import { configurationPage } from './configuration.ts'
import { errorsPage } from './errors.ts'
import { supportMatrixPage } from './support-matrix.ts'
import { tsconfigs } from './tsconfigs.ts'

const repository = await readRepository()

/**
 * Files that are made from the sources and committed, so that a change to them is seen in review. Path → how
 * it is made.
 */
export const generators: Readonly<Record<string, () => Promise<string>>> = {
  'docs/configuration.md': () => configurationPage(repository),
  'docs/errors.md': () => errorsPage(repository),
  'docs/support-matrix.md': () => supportMatrixPage(repository),
  ...tsconfigs(repository),
}
