import { z } from 'zod'

const assetsSchema = z.looseObject({
  paths: z.looseObject({
    '/assets': z.looseObject({
      post: z.looseObject({
        requestBody: z.looseObject({
          content: z.looseObject({
            'multipart/form-data': z.looseObject({}),
          }),
        }),
      }),
    }),
  }),
})

/** Whether an OpenAPI description lists `POST /assets` with a multipart body (decision 6). */
export function listsAssets(description: unknown): boolean {
  return assetsSchema.safeParse(description).success
}
