/** The most days of one window. */
export const longestUsageDays = 366

/** The longest text to search jobs by. */
export const longestUsageSearch = 200

/** Members or types that have a colour of their own in the chart; the rest are the others. */
export const mostUsageSeries = 8

/** The forms that the jobs of a window can be saved in. */
export const usageExportFormats = ['csv', 'json', 'parquet'] as const
export type UsageExportFormat = (typeof usageExportFormats)[number]

export function isUsageExportFormat(text: string): text is UsageExportFormat {
  return usageExportFormats.some((format) => format === text)
}
