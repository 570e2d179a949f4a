export function serverJson(
  owner: { readonly mcpName: string; readonly repository: string },
  version: string,
): { readonly description: string; readonly version: string }

export function problemsOfServer(document: object, file: string | undefined): Promise<string[] | null>

export function skillText(): string

export function clientSettings(): { readonly client: string; readonly language: string; readonly text: string }[]

export function clientsText(): string
