// Which dialogs lie over the table: whoever opens one need not know where it is drawn.

export class Dialogs {
  end = $state(false)
  company = $state(false)
  sheet = $state(false)
  help = $state(false)
  fair = $state(false)
  log = $state(false)
}
