import type { Driver } from '@linecard/driver-kit'
import { buildIndex, type KnownModel } from '@linecard/driver-kit/detection'
import type { Identity } from './folder.ts'

/** Vendors of the recordings that one driver serves, if they are not only the id of the driver. */
export const vendorsOf: Readonly<Record<string, readonly string[]>> = {
  hpe: ['hp', 'hpe', 'aruba', 'h3c', '3com'],
  'allied-telesis': ['allied', 'radlan'],
  alcatel: ['alcatel', 'nokia'],
  fs: ['fs', 'ruijie'],
}
const isOf = (driver: string, vendor: string): boolean => (vendorsOf[driver] ?? [driver]).includes(vendor)

/** The run fails if a smaller share of the identities of supported vendors gets the right vendor. */
export const minRight = 0.97

export interface DetectionSummary {
  identities: number
  /** Identities of vendors with a driver. */
  supported: number
  right: number
  /** Identities of a supported vendor that get no vendor: `<name>: <sysObjectID> "<sysDescr>"`. */
  missed: string[]
  /** Identities that get a wrong vendor. */
  wrong: string[]
  /** Identities whose hardware, as found by the other system, has the name of one of our models. */
  knownModels: number
  rightModels: number
  /** Identities that get another model than the one with the name of their hardware. */
  otherModels: string[]
}

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9+]/g, '')

/**
 * The name of a model without the vendor, as one word. Empty for a series or a fallback, because their name
 * is not a product number.
 */
function productOf({ model, driver }: KnownModel): string | null {
  const words = model.name.split(/[\s,]+/)
  const product = bare(words.filter(word => !driver.vendor.split(/\s/).includes(word)).join(' '))
  return /\d/.test(product) && product.length >= 5 ? product : null
}

/** Keys of the models with their product number in a text. Of several numbers the longest counts. */
function namedIn(hardware: string, models: readonly KnownModel[]): string[] {
  const found = models.flatMap(known => {
    const product = productOf(known)
    return product !== null && bare(hardware).includes(product) ? [{ product, key: known.model.key }] : []
  })
  const longest = Math.max(...found.map(({ product }) => product.length))
  return found.filter(({ product }) => product.length === longest).map(({ key }) => key)
}

/**
 * The results of the drivers for recorded identities. A right model is not by chance, because the hardware
 * comes from the other system.
 */
export async function compareDetection(
  drivers: readonly Driver[],
  identities: readonly Identity[],
): Promise<DetectionSummary> {
  const index = buildIndex(drivers)
  const own = new Set(drivers.map(driver => driver.id).filter(id => id !== 'generic'))
  const vendors = new Set([...own].flatMap(id => vendorsOf[id] ?? [id]))
  const summary: DetectionSummary = {
    identities: identities.length,
    supported: 0,
    right: 0,
    missed: [],
    wrong: [],
    knownModels: 0,
    rightModels: 0,
    otherModels: [],
  }
  for (const { name, vendor, sysDescr, sysObjectID, hardware } of identities) {
    const { modelKey } = await index.detect({ objectId: sysObjectID, descr: sysDescr })
    const driver = modelKey === null ? null : index.models.get(modelKey)!.driver.id
    const claimed = driver !== null && own.has(driver)
    if (vendors.has(vendor)) summary.supported++
    if (claimed && !isOf(driver, vendor)) summary.wrong.push(`${name} (as ${driver})`)
    else if (claimed) summary.right++
    else if (vendors.has(vendor))
      summary.missed.push(
        `${name}: ${sysObjectID ?? 'no sysObjectID'} ${JSON.stringify((sysDescr ?? '').slice(0, 80))}`,
      )

    if (!hardware) continue
    const named = namedIn(
      hardware,
      [...index.models.values()].filter(known => isOf(known.driver.id, vendor)),
    )
    if (named.length === 0) continue
    summary.knownModels++
    if (modelKey !== null && named.includes(modelKey)) summary.rightModels++
    else summary.otherModels.push(`${name}: ${hardware} (as ${modelKey ?? 'nothing'})`)
  }
  return summary
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

const tableRow = (name: string, part: number, whole: number): string =>
  `| ${name} | ${part} | ${share(part, whole)} |`

/** Lines that fail the run. */
export const detectionFailures = ({ supported, right, missed, wrong }: DetectionSummary): string[] => [
  ...wrong.map(name => `wrong vendor: ${name}`),
  ...(right < minRight * supported
    ? [
        `the right vendor is found for ${share(right, supported)} of the identities, ` +
          `less than ${minRight * 100} %: ${missed.join('; ')}`,
      ]
    : []),
]

/** Lines for the output of the run. */
export const detectionLines = (summary: DetectionSummary, what = 'detection'): string[] => [
  `${what}: ${summary.identities} identities, ${summary.supported} of vendors with a driver: ` +
    `${summary.right} with the right vendor (${share(summary.right, summary.supported)}), ` +
    `${summary.wrong.length} with a wrong one`,
  `${what}: ${summary.knownModels} identities have a known model as hardware: ` +
    `${summary.rightModels} with this model (${share(summary.rightModels, summary.knownModels)})`,
]

/** The section of docs/project/driver-fidelity.md. */
export const detectionSection = (summary: DetectionSummary): string[] => [
  '## Detection',
  '',
  '| Identities (sysObjectID and sysDescr) | Count | Share |',
  '| --- | ---: | ---: |',
  `| recorded | ${summary.identities} | |`,
  `| of vendors with a driver of their own | ${summary.supported} | |`,
  tableRow('– the right vendor is found', summary.right, summary.supported),
  tableRow('– no vendor is found: the generic driver answers', summary.missed.length, summary.supported),
  `| a wrong vendor is found | ${summary.wrong.length} | |`,
  `| the other system names a known model as hardware | ${summary.knownModels} | |`,
  tableRow('– this model is found', summary.rightModels, summary.knownModels),
  ...[
    ['No vendor found', summary.missed],
    ['A wrong vendor found', summary.wrong],
    ['Another model found than the hardware', summary.otherModels],
  ].flatMap(([title, names]) =>
    names!.length === 0
      ? []
      : ['', `${title as string}:`, '', ...(names as string[]).map(name => `- ${name}`)],
  ),
]
