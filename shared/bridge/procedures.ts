import { z } from 'zod'
import { describedChangesSchema } from '../changes/change-schemas.ts'
import { estimateSchema } from '../pricing/price-schemas.ts'
import { accountSchema } from '../settings/account.ts'
import { settingsPatchSchema, settingsSchema } from '../settings/settings.ts'
import { accountProcedures } from './account-procedures.ts'
import { adoptionProcedures } from './adoption-procedures.ts'
import { agentProcedures } from './agent-procedures.ts'
import { budgetQuestions } from './budget.ts'
import { collectionProcedures } from './collection-procedures.ts'
import { credentialsProcedures } from './credentials-procedures.ts'
import { desktopProcedures } from './desktop-procedures.ts'
import { downloadProcedures } from './download-procedures.ts'
import { exportProcedures } from './export-procedures.ts'
import { importProcedures } from './import-procedures.ts'
import { inputViewSchema } from './input-schemas.ts'
import { judgementProcedures } from './judgement-schemas.ts'
import { layoutProcedures } from './layout-procedures.ts'
import { libraryListProcedures } from './library-list-procedures.ts'
import { lineageProcedures } from './lineage-procedures.ts'
import { mostFilesDraggedOut } from './media-bounds.ts'
import { ownModelProcedures } from './own-model-procedures.ts'
import { proofProcedures } from './proof-procedures.ts'
import { recipeProcedures } from './recipe-procedures.ts'
import { requestValuesSchema } from './request-values.ts'
import { restoreProcedures } from './restore-procedures.ts'
import { mostRunsOfBatch } from './run-bounds.ts'
import { sheetSchema } from './sheet.ts'
import { smartCollectionProcedures } from './smart-collection-procedures.ts'
import { spendProcedures } from './spend-views.ts'
import { styleProcedures } from './style-procedures.ts'
import { tagProcedures } from './tag-procedures.ts'
import { mostTogether } from './together-bounds.ts'
import { tournamentProcedures } from './tournament-procedures.ts'
import { trashProcedures } from './trash-procedures.ts'
import { usageProcedures } from './usage-views.ts'
import {
  libraryItemSchema,
  modelDetailSchema,
  modelSummarySchema,
  modelUsesSchema,
  studioStatusSchema,
  submissionStateSchema,
  submissionViewSchema,
} from './views.ts'
import { loggedDeliverySchema, webhookTestSchema } from './webhook-views.ts'

const nothing = z.strictObject({})
const submissionId = z.uuid()
const fileId = z.uuid()
/** The questions (`asks_first`) that the person confirmed. */
const agreed = z.array(z.enum(budgetQuestions)).default([])
/**
 * With `changed` among them: the digest of the question that they answered (`objection.changed`). They are asked again where
 * something else changed since (CAT64). Absent: a yes to whatever changed.
 */
const seenChanges = z.string().max(64).optional()
/**
 * The account that the person saw the price for: nothing is sent where another one is active by now (JOB71). Absent where
 * no price was shown, as on the command line.
 */
const pricedAccount = accountSchema.shape.id.optional()
const queueOrderSchema = z.object({
  submissionIds: z.array(submissionId),
  /** Of these, what is held for its model or its price: it has no place. */
  heldIds: z.array(submissionId),
  /** How many have a place. */
  total: z.int().nonnegative(),
})
const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500).default(100) }

/**
 * Every procedure that the page can call. Each has an input and an output schema; both are parsed on the main
 * side, whichever carrier it came over. Failures are values (`BridgeResult`), never exceptions.
 */
export const procedures = {
  'studio.status': { input: nothing, output: studioStatusSchema },

  'catalog.list': { input: nothing, output: z.array(modelSummarySchema) },
  'catalog.model': { input: z.strictObject({ modelId: z.string().max(200) }), output: modelDetailSchema },
  /**
   * What the connected service changed in its description since the person last looked (CAT61, CAT66); `back`: instead what
   * an earlier reading changed, the last one first (0).
   */
  'catalog.changes': {
    input: z.strictObject({ back: z.int().min(0).max(8).optional() }),
    output: describedChangesSchema,
  },
  /** The person has seen what `catalog.changes` returned under that digest; false where something else changed since. */
  'catalog.seeChanges': {
    input: z.strictObject({ account: accountSchema.shape.id, digest: z.string().max(64) }),
    output: z.boolean(),
  },
  ...desktopProcedures,
  ...ownModelProcedures,
  'catalog.uses': { input: nothing, output: modelUsesSchema },

  /**
   * The person's consent that these runs may cost money. One id per run, made by the caller, so that a second
   * click or a repeated call is the same run. `estimate` is the price that was shown; where the studio computes
   * another it returns `price_changed` and sends nothing.
   */
  'jobs.confirm': {
    input: z.strictObject({
      submissionIds: z.array(submissionId).min(1).max(100),
      modelId: z.string().max(200),
      values: requestValuesSchema,
      estimate: estimateSchema,
      account: pricedAccount,
      agreed,
      seenChanges,
    }),
    output: z.array(submissionViewSchema),
  },
  /**
   * The same for different runs, such as a contact sheet or a pasted list: all are written, or none, and they
   * stay together. `run` in a refusal is the index of the one concerned.
   */
  'jobs.confirmBatch': {
    input: z.strictObject({
      batchId: z.uuid(),
      runs: z
        .array(
          z.strictObject({
            submissionId,
            modelId: z.string().max(200),
            values: requestValuesSchema,
            estimate: estimateSchema,
            /** The run without a result that this one retries; in a sheet it takes its place, at most once. */
            repeats: submissionId.optional(),
            /** The run held by its model's end that this one is sent in place of: it is canceled by the same write. */
            replaces: submissionId.optional(),
          }),
        )
        .min(1)
        .max(mostRunsOfBatch),
      /** Null where the runs are not to be compared. */
      sheet: sheetSchema.nullable(),
      /** The prompt as written, where the runs' prompts come from its wildcards: the history keeps this one. */
      writtenPrompt: z.string().min(1).optional(),
      account: pricedAccount,
      agreed,
      seenChanges,
    }),
    output: z.array(submissionViewSchema),
  },
  /** Newest first. */
  'jobs.list': {
    input: z.strictObject({ ...page, states: z.array(submissionStateSchema).optional() }),
    output: z.object({ submissions: z.array(submissionViewSchema), nextCursor: z.string().nullable() }),
  },
  /** All runs that were confirmed together, in their order; empty for an unknown batch. */
  'jobs.batch': { input: z.strictObject({ batchId: z.uuid() }), output: z.array(submissionViewSchema) },
  'jobs.get': { input: z.strictObject({ submissionId }), output: submissionViewSchema },
  /** Cancels a run that has not been sent. */
  'jobs.withdraw': { input: z.strictObject({ submissionId }), output: submissionViewSchema },
  /**
   * Cancels the unsent runs of a batch, together. Returns which these were, and the whole batch afterwards: its
   * other runs were sent, and continue.
   */
  'jobs.withdrawBatch': {
    input: z.strictObject({ batchId: z.uuid() }),
    output: z.object({ withdrawnIds: z.array(submissionId), submissions: z.array(submissionViewSchema) }),
  },
  /**
   * Undoes the last `withdrawBatch` of this batch: the runs that it canceled wait again, at their place. Returns which
   * these are, and the whole batch. Refused where nothing is left of it, where it is another account's by now, or over a
   * budget.
   */
  'jobs.restoreBatch': {
    input: z.strictObject({ batchId: z.uuid() }),
    output: z.object({ restoredIds: z.array(submissionId), submissions: z.array(submissionViewSchema) }),
  },
  /** Closes an unknown run, when the person has done with it. */
  'jobs.close': { input: z.strictObject({ submissionId }), output: submissionViewSchema },
  /**
   * Sends an unknown run again when the person chooses to, which may charge twice: a new run linked to the old, which is
   * closed with it. `estimate` is today's price, as it was shown (`price_changed` as in `jobs.confirm`); it is sent for
   * the account of the old run alone. Until it is sent both count against budgets, which ask as for any run.
   */
  'jobs.sendAgain': {
    input: z.strictObject({
      submissionId,
      newSubmissionId: submissionId,
      estimate: estimateSchema,
      account: pricedAccount,
      agreed,
      seenChanges,
    }),
    output: submissionViewSchema,
  },
  /** The waiting runs, in the order in which they will be sent. */
  'jobs.queue': { input: nothing, output: z.array(submissionViewSchema) },
  /** How many waiting runs are sent before this one, with those on the wire; null where it doesn't wait for the connected service. */
  'jobs.queuePlace': {
    input: z.strictObject({ submissionId }),
    output: z.object({ runsBefore: z.int().nonnegative().nullable() }),
  },
  /** The first waiting runs in the order in which they will be sent, with those on the wire. */
  'jobs.queueOrder': { input: nothing, output: queueOrderSchema },
  /** Moves a waiting batch to the front, to the end or by one place; never past one that is being sent. */
  'jobs.stepBatch': {
    input: z.strictObject({ batchId: z.uuid(), to: z.enum(['first', 'earlier', 'later', 'last']) }),
    output: queueOrderSchema,
  },
  /**
   * Moves a waiting batch before another, or to the end, never past one that is being sent; returns the new order.
   * Refuses where either doesn't wait any more: nothing changes; `isExact`, also where what is being sent by now keeps it
   * from that very place.
   */
  'jobs.moveBatch': {
    input: z.strictObject({
      batchId: z.uuid(),
      beforeBatchId: z.uuid().nullable(),
      isExact: z.boolean().default(false),
    }),
    output: z.array(submissionViewSchema),
  },
  /** Sends nothing more until the person resumes, also after a restart. */
  'jobs.pause': { input: nothing, output: studioStatusSchema },
  /** Polls every job now, and sends again what was held only because the service couldn't be reached. */
  'jobs.pollNow': { input: nothing, output: studioStatusSchema },
  /** Lifts the hold on the queue. */
  'jobs.resume': { input: nothing, output: studioStatusSchema },

  /** The studio's records of these files; missing ones are omitted. */
  'inputs.describe': {
    input: z.strictObject({ sha256s: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(200) }),
    output: z.array(inputViewSchema),
  },
  /** Makes a file of the library an input that a form can name. */
  'inputs.fromLibrary': { input: z.strictObject({ fileId }), output: inputViewSchema },
  /** Cancels the current upload; the confirmation that waits for it fails with `upload_cancelled`. */
  'inputs.cancelUploads': { input: nothing, output: nothing },

  'library.item': {
    input: z.strictObject({ fileId }),
    output: z.object({ item: libraryItemSchema, submission: submissionViewSchema }),
  },
  /** The same of several, in this order; those that are not in the library are omitted. */
  'library.items': {
    input: z.strictObject({ fileIds: z.array(fileId).min(1).max(mostTogether) }),
    output: z.object({
      items: z.array(z.object({ item: libraryItemSchema, submission: submissionViewSchema })),
    }),
  },
  /** Downloads at once what waits for disk space. */
  'library.retryForSpace': { input: nothing, output: nothing },
  /** Retries a failed download. */
  'library.fetchAgain': { input: z.strictObject({ fileId }), output: submissionViewSchema },
  /** Begins the system’s own drag of files, in the desktop; those that are not in their place are left out. */
  'library.dragOut': {
    input: z.strictObject({ fileIds: z.array(fileId).min(1).max(mostFilesDraggedOut) }),
    output: z.object({ files: z.int().nonnegative() }),
  },
  /** Shows the file in the system's file manager; only where the host can. */
  'library.reveal': { input: z.strictObject({ fileId }), output: nothing },
  ...libraryListProcedures,
  ...downloadProcedures,
  ...exportProcedures,
  ...credentialsProcedures,
  ...lineageProcedures,
  ...proofProcedures,
  ...layoutProcedures,
  ...judgementProcedures,
  ...collectionProcedures,
  ...smartCollectionProcedures,
  ...tagProcedures,
  ...trashProcedures,
  ...tournamentProcedures,

  ...recipeProcedures,
  ...restoreProcedures,
  ...importProcedures,
  ...adoptionProcedures,
  ...styleProcedures,

  ...spendProcedures,

  ...agentProcedures,

  ...usageProcedures,

  'settings.read': { input: nothing, output: settingsSchema },
  'settings.change': { input: settingsPatchSchema.strict(), output: settingsSchema },

  ...accountProcedures,
  /** Tries again to connect the chosen service after a failure. */
  'service.reopen': { input: nothing, output: studioStatusSchema },
  /** The person is looking at the page: the service is tested, without cost, where nothing else shows how it is. */
  'service.check': { input: nothing, output: z.null() },

  /** The requests that reached the webhook receiver, newest first; the last 500 are kept. */
  'webhooks.log': {
    input: z.strictObject({ limit: z.int().min(1).max(500).default(50) }),
    output: z.array(loggedDeliverySchema),
  },
  /** Sends a signed delivery to the public URL and reports how far it came. It affects no run. */
  'webhooks.test': { input: nothing, output: webhookTestSchema },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

export type ProcedureName = keyof typeof procedures
/** A caller's input: members with defaults may be omitted. */
export type ProcedureInput<Name extends ProcedureName> = z.input<(typeof procedures)[Name]['input']>
/** A handler's input: parsed, with defaults filled in. */
export type ParsedInput<Name extends ProcedureName> = z.output<(typeof procedures)[Name]['input']>
export type ProcedureOutput<Name extends ProcedureName> = z.output<(typeof procedures)[Name]['output']>

export function isProcedureName(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name)
}
