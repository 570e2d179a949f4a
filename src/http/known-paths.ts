/** A path of the service and the methods that it takes. */
interface KnownPath {
  readonly template: string
  /** The `Allow` header. */
  readonly allow: string
  readonly pattern: RegExp
}

/** The paths that there are, to tell a wrong method from a wrong path. */
export class KnownPaths {
  readonly #paths: KnownPath[] = []

  /** `template` has its parameters in braces: `/v1/explain/{dimension}`. */
  add(template: string, allow: string): void {
    const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')
    this.#paths.push({ template, allow, pattern: new RegExp(`^${pattern}$`) })
  }

  find(path: string): KnownPath | undefined {
    return this.#paths.find(({ pattern }) => pattern.test(path))
  }
}
