"""Shares what the window shows, and opens its page in 3D."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from wsusim.gui.features.share.share_dialog import ShareDialog
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.layouts import bring_to_front, icon_button
from wsusim.gui.widgets.worker import Report, Worker

if TYPE_CHECKING:
    from wsusim.gui.features.share.watched_feed import WatchedFeed
    from wsusim.live.publisher import Publisher

LOOK_MS = 1000
"""How often the number of viewers is looked at."""

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
PORT = 0
"""Any free one: several windows can share at the same time."""


class ShareSide(Side):
    """One publisher at a time; the next run and the next recording are shared as well."""

    def __init__(
        self,
        shell: Shell,
        open_page: Callable[[QUrl], bool] = QDesktopServices.openUrl,
    ) -> None:
        """``open_page`` shows an address in the person's browser."""
        super().__init__(shell)
        self._open_page = open_page
        self.publisher: Publisher | None = None
        """Shares; ``None``: not shared."""
        self._feed: WatchedFeed | None = None
        self._may_steer = False
        self._host = LOOPBACK
        self.worker = Worker(self)
        self.dialog = ShareDialog(shell.frame)
        self.dialog.share.clicked.connect(self._share)
        self.dialog.end.clicked.connect(self.end)
        make = shell.action_set.make
        make("share", self.tr("S&hare this run..."), self.open)
        make("look 3d", self.tr("Look in &3D"), self.look, keys="Ctrl+3")
        self.badge = icon_button("shared", self.tr("End sharing"), self.end)
        self.badge.setObjectName("shared")
        self.badge.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.badge.hide()
        shell.frame.menuBar().setCornerWidget(self.badge)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._show_viewers)
        shell.closing.connect(self.close)

    def open(self) -> None:
        """Show the dialog."""
        bring_to_front(self.dialog)

    def share(self, is_for_all: bool, may_steer: bool = False) -> None:
        """Begin to share.

        Args:
            is_for_all: With other computers, too; else with browsers on this one.
            may_steer: Whether people with the address for it can steer.
        """
        host = EVERYWHERE if is_for_all else LOOPBACK
        self._begin(host, may_steer, self._show_address)

    def _share(self) -> None:
        self.share(self.dialog.everywhere.isChecked(), self.dialog.may_steer.isChecked())

    def look(self) -> None:
        """Open the page in 3D; what is shown is shared with this computer if it is not shared."""
        if self.publisher is None:
            self._begin(LOOPBACK, False, self._open_3d)
        else:
            self._open_3d()

    def end(self) -> None:
        """Stop sharing."""
        publisher, self.publisher = self.publisher, None
        self._timer.stop()
        if self._feed is not None:
            self._feed.deleteLater()
            self._feed = None
        self.dialog.show_addresses("", "")
        self.badge.hide()
        if publisher is not None:
            self.worker.ask(lambda _report: publisher.close(), lambda _none: None, self._warn)

    def close(self) -> None:
        """End with the window."""
        self._timer.stop()
        self.worker.close()
        if self.publisher is not None:
            self.publisher.close()
            self.publisher = None

    # Inside

    def _begin(self, host: str, may_steer: bool, follow: Callable[[], None]) -> None:
        if self.publisher is None and not self.worker.is_busy:
            self._may_steer, self._host = may_steer, host
            words = self.tr("Getting ready to share...")
            self.worker.ask(
                partial(_publisher_at, host), partial(self._follow_begin, follow), self._warn, words
            )

    def _follow_begin(self, follow: Callable[[], None], publisher: Publisher) -> None:
        from wsusim.gui.features.share.watched_feed import WatchedFeed

        self.publisher = publisher
        self._feed = WatchedFeed(self._shell.watched, publisher, self._may_steer, self)
        self._timer.start()
        self._show_address()
        follow()

    def _show_address(self) -> None:
        if self.publisher is not None:
            steer = self.publisher.steer_address if self._may_steer else ""
            self.dialog.show_addresses(self.publisher.watch_address, steer)
            self._show_viewers()

    def _open_3d(self) -> None:
        if self.publisher is None:
            return
        publisher = self.publisher
        address = QUrl(publisher.steer_address if self._may_steer else publisher.watch_address)
        address.setQuery("view=3d")
        if not self._open_page(address):
            text = self.tr("No browser could be opened. The address is {address}")
            self._shell.tell(text.format(address=address.toString()), Weight.WARNING)

    def _show_viewers(self) -> None:
        if self.publisher is not None:
            viewers = self.publisher.viewers
            self.dialog.show_viewers(viewers)
            text = self.tr("Shared with everyone here, {count} watching  ✕")
            if self._host == LOOPBACK:
                text = self.tr("Shared on this computer, {count} watching  ✕")
            self.badge.setText(text.format(count=viewers))
            self.badge.setToolTip(self.tr("What you see here can be watched. Click to end that."))
            self.badge.show()

    def _warn(self, error: Exception) -> None:
        self._shell.tell(str(error), Weight.WARNING)


def _publisher_at(host: str, _report: Report) -> Publisher:
    from wsusim.live.publisher import Publisher
    from wsusim.live.watch_address import Place

    return Publisher(Place(host, PORT))
