import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { mostOwnModels, type OwnModel } from '../../../shared/bridge/own-model-procedures.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { readOwnFields } from '../../../shared/form/own-fields.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { readDescription } from './description.ts'
import type { OwnModelStore } from './ports.ts'

interface OwnModelsDeps {
  readonly store: OwnModelStore
  /** The account whose service's models are in use. */
  account(): string
  onChanged(): void
}

/** The models that the person entered by hand, for services that describe none (CAT155). */
export function createOwnModels({ store, account, onChanged }: OwnModelsDeps) {
  const read = new Map<string, readonly DescribedEndpoint[]>()

  function changed(of: string): void {
    read.delete(of)
    onChanged()
  }

  return {
    /** Those of an account as endpoints; the same list until one changes. */
    endpointsOf(of: string): readonly DescribedEndpoint[] {
      const known = read.get(of) ?? ownEndpoints(store.list(of))
      read.set(of, known)
      return known
    },
    procedures: {
      'ownModels.list'(): BridgeResult<ProcedureOutput<'ownModels.list'>> {
        const active = account()
        return respond({ account: active, models: [...store.list(active)] })
      },
      'ownModels.save'(input: ParsedInput<'ownModels.save'>): BridgeResult<OwnModel> {
        const { account: of, replaces, ...model } = input
        if (!readOwnFields(model.fields).ok)
          return refuse('invalid_input', reasonOf('own_model_fields_unreadable'), { field: 'fields' })
        const others = store.list(of).filter(({ path }) => path !== replaces)
        if (others.some(({ path }) => path === model.path))
          return refuse('invalid_input', reasonOf('own_model_path_taken'), { field: 'path' })
        if (others.length >= mostOwnModels) return refuse('invalid_input', reasonOf('own_models_too_many'))
        store.save(of, model, replaces)
        changed(of)
        return respond(model)
      },
      'ownModels.remove'({ account: of, path }: ParsedInput<'ownModels.remove'>): BridgeResult<OwnModel> {
        const removed = store.list(of).find((model) => model.path === path)
        if (!removed) return refuse('not_found', reasonOf('own_model_unknown'))
        store.remove(of, path)
        changed(of)
        return respond(removed)
      },
    },
  }
}

/** The endpoints of models that were entered by hand. */
export function ownEndpoints(models: readonly OwnModel[]): readonly DescribedEndpoint[] {
  return models.flatMap((model) => endpointOf(model) ?? [])
}

/** As a description of its own would give it; null where its fields can't be read any more. */
function endpointOf({ name, kind, path, fields }: OwnModel): DescribedEndpoint | null {
  const schema = readOwnFields(fields)
  if (!schema.ok) return null
  const content = { 'application/json': { schema: schema.value } }
  const document = {
    openapi: '3.1.0',
    paths: { [path]: { post: { summary: name, requestBody: { content } } } },
  }
  const [endpoint] = readDescription(document) ?? []
  if (!endpoint) return null
  const { isKindGuessed: _, category, ...told } = endpoint
  const isKind = category === undefined && told.kind === kind
  return { ...told, kind, isOwn: true, ...(!isKind && { category: category ?? endpoint.kind }) }
}
