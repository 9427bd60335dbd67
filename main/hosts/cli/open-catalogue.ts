import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isUnreached } from '../../../shared/api/probe.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { models } from '../../../shared/catalog/index.ts'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { sandboxPath } from '../../../shared/catalog/sandbox-path.ts'
import { sandboxAccountId } from '../../../shared/settings/account.ts'
import { readBaseUrl } from '../../../shared/settings/base-url.ts'
import { type Catalogue, createCatalogue } from '../../engine/catalog/catalogue.ts'
import { readDescription } from '../../engine/catalog/description.ts'
import { ownEndpoints } from '../../engine/catalog/own-models.ts'
import { readDocument } from '../../engine/catalog/read-document.ts'
import type { AccountSettings, DescribeOutcome } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import { createConfSettingsStore } from '../../infra/conf-settings-store.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { readDescriptionAt } from '../../infra/http-description.ts'
import { connectHttpService } from '../../infra/http-service-client.ts'
import { parseYaml } from '../../infra/parse-yaml.ts'
import { type Database, openDatabaseForReading } from '../../infra/sqlite-database.ts'
import { createSqliteDeprecationStore } from '../../infra/sqlite-deprecation-store.ts'
import { createSqliteOwnModels } from '../../infra/sqlite-own-models.ts'
import { systemClock } from '../../infra/system-clock.ts'
import { type Sentence, SetUpError } from '../setup-error.ts'
import { openAccount } from './open-accounts.ts'
import { openDescriptions } from './open-descriptions.ts'
import { logOn, type Terminal } from './terminal.ts'

interface CatalogueOptions {
  chooseAccount(settings: AccountSettings): AccountOverride
  readonly dataFolder: string | undefined
  readonly sayOwn: SayOwn
  readonly terminal: Terminal
}

/** The built-in models; for an account of a service, also those of its description, as it is now or as it was last kept. */
export async function openCatalogue({
  dataFolder,
  sayOwn,
  terminal,
  ...choice
}: CatalogueOptions): Promise<Catalogue> {
  const account = openAccount({ dataFolder, terminal, ...choice })
  const paths =
    account === null ? Object.fromEntries(models.map((model) => [model.id, sandboxPath(model)])) : {}
  const root = resolve(dataFolder ?? defaultDataFolder())
  const kept = openDescriptions(root, terminal)
  const serviceId = account?.id ?? sandboxAccountId
  const signs = new Map(
    readRows(root, (database) => createSqliteDeprecationStore(database).signs(serviceId)).map((sign) => [
      sign.path,
      sign,
    ]),
  )
  const own = ownEndpoints(readRows(root, (database) => createSqliteOwnModels(database).list(serviceId)))
  const catalogue = createCatalogue({
    clock: systemClock,
    serviceId,
    signs: { of: (_, path) => signs.get(path) ?? null },
    modelPaths: () => paths,
    ownEndpoints: (account) => (account === serviceId ? own : []),
    ownWords: { say: () => sayOwn },
    store: { ...kept, write: () => true, writeLabels: () => true },
  })
  if (account === null) return catalogue
  const { id, baseUrl } = account
  const outcome = await connectHttpService({ baseUrl, key: null }).describe()
  const endpoints = outcome.type === 'described' ? outcome.endpoints : null
  if (endpoints === null && kept.read(id) === undefined) await reach(baseUrl)
  catalogue.describe(endpoints, id)
  return catalogue
}

async function reach(baseUrl: string): Promise<void> {
  const { verdict } = await connectHttpService({ baseUrl, key: null }).probe()
  if (isUnreached(verdict) || verdict === 'other_service')
    throw new SetUpError(({ cli }) => cli.unreachable(baseUrl))
}

/** Every model, retired ones included. */
export function allModels(catalogue: Catalogue): ModelDetail[] {
  return catalogue.list().flatMap(({ id }) => catalogue.find(id) ?? [])
}

/** Throws `SetUpError`, listing the models, for an unknown one. */
export function findModel(catalogue: Catalogue, id: string): ModelDetail {
  const model = catalogue.find(id)
  if (model) return model
  throw new SetUpError(
    unknownModel(
      id,
      catalogue.list().map((one) => one.id),
    ),
  )
}

export function unknownModel(id: string, known: readonly string[]): Sentence {
  return ({ cli }) => cli.modelUnknown(id, known)
}

/**
 * The models that a description, in a file or at an address, would add; `dataFolder`: with the paths and kinds that the
 * person set there.
 */
export async function describeModels(
  place: string,
  { dataFolder, terminal }: { readonly dataFolder: string | undefined; readonly terminal: Terminal },
): Promise<ModelDetail[]> {
  const outcome = /^https?:\/\//.test(place)
    ? await fetchDescription(place)
    : await readFileDescription(place)
  if (outcome.type !== 'described') {
    const fault = outcome.type === 'none' ? outcome.fault : 'absent'
    throw new SetUpError(({ cli }) => cli.noDescription(place, fault))
  }
  const settings =
    dataFolder === undefined
      ? null
      : createConfSettingsStore({ folder: resolve(dataFolder), log: logOn(terminal) }).read()
  const catalogue = createCatalogue({
    clock: systemClock,
    modelPaths: () => settings?.modelPaths ?? {},
    modelKinds: () => settings?.modelKinds ?? {},
  })
  catalogue.describe(outcome.endpoints, place)
  return allModels(catalogue).filter(({ path }) => path !== null)
}

/** The address of a description itself, or of a service. */
async function fetchDescription(place: string): Promise<DescribeOutcome> {
  const read = readBaseUrl(place)
  if (!read.ok) throw new SetUpError(({ setup }) => setup.addressWrong(read.problem))
  // Neither a key nor a prompt is sent there, so plain http is allowed.
  if (/\.(json|ya?ml)$/i.test(place)) return readDescriptionAt(new URL(place))
  const outcome = await connectHttpService({ baseUrl: read.baseUrl, key: null }).describe()
  if (outcome.type === 'none' && outcome.fault === 'unreached') await reach(read.baseUrl)
  return outcome
}

async function readFileDescription(path: string): Promise<DescribeOutcome> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SetUpError(({ cli }) => cli.fileUnreadable(path, String(error.code)))
  })
  const document = await readDocument(text, parseYaml)
  if (!document.ok) return { type: 'none', fault: document.error.code }
  const endpoints = readDescription(document.value) ?? []
  return endpoints.length > 0
    ? { type: 'described', endpoints, digest: '' }
    : { type: 'none', fault: 'no_models' }
}

/** Rows of the library of this data folder. Where that can't be read, or is older, there are none. */
function readRows<Row>(root: string, read: (database: Database) => readonly Row[]): readonly Row[] {
  const path = join(root, 'library.sqlite')
  if (!existsSync(path)) return []
  try {
    const database = openDatabaseForReading(path)
    try {
      return read(database)
    } finally {
      database.close()
    }
  } catch {
    return []
  }
}
