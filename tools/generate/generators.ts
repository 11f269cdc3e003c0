import { readRepository } from '../repository.ts'
import { configurationPage } from './configuration.ts'
import { errorsPage } from './errors.ts'
import { helpersPage } from './helpers.ts'
import { metricsPage } from './metrics.ts'
import { supportMatrixPage } from './support/page.ts'

const repository = await readRepository()

/**
 * Files that are generated from the sources and committed, so that a review shows their changes. From the
 * path of each file to the function that makes its text.
 */
export const generators: Readonly<Record<string, () => Promise<string>>> = {
  'docs/configuration.md': () => configurationPage(repository),
  'docs/errors.md': () => errorsPage(repository),
  'docs/guides/template-helpers.md': async () => helpersPage(),
  'docs/metrics.md': async () => metricsPage(repository),
  'docs/support-matrix.md': () => supportMatrixPage(repository),
}
