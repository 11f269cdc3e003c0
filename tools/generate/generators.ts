import { readRepository } from '../repository.ts'
import { configurationPage } from './configuration.ts'
import { driverPage } from './drivers.ts'
import { errorsPage } from './errors.ts'
import { helpersPage } from './helpers.ts'
import { metricsPage } from './metrics.ts'
import { modulesPage } from './modules.ts'
import { permissionsPage } from './permissions.ts'
import { supportMatrixPage } from './support/page.ts'
import { vendorsOf } from './support/vendors.ts'

const repository = await readRepository()
const vendors = await vendorsOf(repository)

/**
 * Files that are generated from the sources and committed, so that a review shows their changes. From the
 * path of each file to the function that makes its text.
 */
export const generators: Readonly<Record<string, () => Promise<string>>> = {
  'docs/configuration.md': () => configurationPage(repository),
  'docs/errors.md': () => errorsPage(repository),
  'docs/guides/template-helpers.md': async () => helpersPage(),
  'docs/metrics.md': async () => metricsPage(repository),
  'docs/reference/modules.md': async () => modulesPage(),
  'docs/reference/permissions.md': () => permissionsPage(repository),
  'docs/support-matrix.md': async () => supportMatrixPage(vendors),
  ...Object.fromEntries(
    vendors.map(vendor => [`drivers/${vendor.driver.id}/README.md`, async () => driverPage(vendor)]),
  ),
}
