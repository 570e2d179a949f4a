import { isOutdated } from './view.ts'

/** Says that the page was replaced on its server since it was opened: what is loaded from now on does not go with what is here. */
export function NewerVersion() {
  return (
    <div class="newer" role="alert">
      {isOutdated.value && (
        <>
          <p>There is a newer version of this page. Reload it to go on; you stay at this place and this view.</p>
          <button type="button" class="chief" onClick={() => location.reload()}>
            Reload
          </button>
        </>
      )}
    </div>
  )
}
